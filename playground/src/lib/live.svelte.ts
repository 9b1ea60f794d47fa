// Whose memory is shown, its numbers as they change, and the parameters of the server.
import { api } from './api'
import { preferences } from './preferences.svelte'
import { Problem } from './problem'
import type { Owner, Parameters, Status } from './types'

/** How long a broken connection waits before it is tried again: the restart of a local server. */
const RETRY_MS = 2_000

class Live {
  parameters = $state.raw<Parameters | undefined>()
  status = $state.raw<Status | undefined>()
  problem = $state.raw<Problem | undefined>()
  connected = $state(false)
  /** Rises with every change of the memory: what depends on it is fetched anew. */
  revision = $state(0)

  owner: Owner | undefined = $derived.by(() => {
    const theirs = this.parameters?.owner
    if (!theirs) return undefined
    return { user: preferences.user || theirs.user, assistant: preferences.assistant || theirs.assistant }
  })

  /** Listens until the returned function is called. */
  listen(owner: Owner): () => void {
    const stopping = new AbortController()
    this.status = undefined
    void this.#keepListening(owner, stopping.signal)
    return () => stopping.abort()
  }

  /** Fetches the parameters, again and again until the server is there. */
  async begin(): Promise<void> {
    while (!this.parameters) {
      try {
        this.parameters = await api.parameters()
        this.problem = undefined
      } catch (error) {
        this.problem = Problem.from(error)
        await pause(RETRY_MS)
      }
    }
  }

  async #keepListening(owner: Owner, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const status of api.events(owner, signal)) {
          if (signal.aborted) return
          this.status = status
          this.revision += 1
          this.connected = true
          this.problem = undefined
        }
      } catch (error) {
        if (signal.aborted) return
        this.problem = Problem.from(error)
      }
      if (signal.aborted) return
      this.connected = false
      await pause(RETRY_MS)
    }
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export const live = new Live()
