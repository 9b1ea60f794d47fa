// Why a request came to nothing.

/** A word that the page can act on, and a sentence for people. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    detail: string,
    readonly status = 0,
  ) {
    super(detail)
  }

  /** Whatever was thrown, as a problem. */
  static from(error: unknown): Problem {
    if (error instanceof Problem) return error
    if (error instanceof DOMException && error.name === 'AbortError') return new Problem('stopped', error.message)
    // `fetch` throws a TypeError when there is nobody to talk to.
    const code = error instanceof TypeError ? 'unreachable' : 'unexpected'
    return new Problem(code, error instanceof Error ? error.message : String(error))
  }

  /** The problem document in a response, or what can be said without one. */
  static async of(response: Response): Promise<Problem> {
    const body = await response.text().catch(() => '')
    return Problem.parsed(body, response.status) ?? new Problem(`http_${response.status}`, body.slice(0, 300), response.status)
  }

  static parsed(text: string, status = 0): Problem | undefined {
    try {
      const { code, detail, title } = JSON.parse(text) as Record<string, unknown>
      if (typeof code === 'string') return new Problem(code, String(detail ?? title ?? ''), status)
    } catch {
      // Not a problem document: a proxy's page, say.
    }
    return undefined
  }
}
