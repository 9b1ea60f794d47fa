// The server's routes, each a function. The only file that knows their addresses.
import { preferences } from './preferences.svelte'
import { Problem } from './problem'
import { serverEvents } from './sse'
import type { Evidence, Fact, ImportReport, Owner, Page, Parameters, Profile, Recall, Segment, SpendDay, Status } from './types'

type Query = Record<string, string | number | boolean | undefined>

/** How much is recalled, and how. */
export interface How {
  strategy?: string
  budget_tokens?: number
  items?: number
  at?: string
  archive?: boolean
}

/** A piece of an answer that is being written. */
export type AnswerEvent =
  | { kind: 'recall'; recall: Recall }
  | { kind: 'text'; text: string }
  | { kind: 'done'; answer: string | null; evidence: Evidence[] }

/** What is heard of an import on its way. */
export type ImportEvent = { kind: 'progress'; done: number; total: number } | { kind: 'report'; report: ImportReport }

// Pages of lists as long as the server allows: the page shows everything, a screenful at a time.
const LIST_LIMIT = 1000

function address(path: string, query: Query = {}): string {
  const url = new URL(`.${path}`, new URL('.', location.href))
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url.href
}

function ofOwner(owner: Owner, path: string, query: Query = {}): string {
  return address(`/v1/users/${encodeURIComponent(owner.user)}${path}`, { assistant: owner.assistant, ...query })
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (preferences.key) headers.set('authorization', `Bearer ${preferences.key}`)
  const response = await fetch(url, { ...init, headers, cache: 'no-store' })
  if (!response.ok) throw await Problem.of(response)
  return response
}

async function get<T>(url: string): Promise<T> {
  return (await ask(url)).json() as Promise<T>
}

function asJson(body: unknown, more: RequestInit = {}): RequestInit {
  return { method: 'POST', ...more, headers: { 'content-type': 'application/json', ...more.headers }, body: JSON.stringify(body) }
}

async function all<T>(of: (after: string | undefined) => string): Promise<T[]> {
  const items: T[] = []
  let after: string | undefined
  do {
    const part: { items: T[]; next: string | null } = await get(of(after))
    items.push(...part.items)
    after = part.next ?? undefined
  } while (after)
  return items
}

export const api = {
  parameters: () => get<Parameters>(address('/playground/parameters')),
  owners: () => get<{ owners: Owner[] }>(address('/v1/users')).then((list) => list.owners),
  status: (owner: Owner) => get<Status>(ofOwner(owner, '/status')),
  pages: (owner: Owner, place: string) =>
    all<Page>((after) => ofOwner(owner, '/pages', { place, after, limit: LIST_LIMIT })),
  page: (owner: Owner, id: string) => get<Page>(ofOwner(owner, `/pages/${id}`)),
  segments: (owner: Owner, archived: boolean) =>
    all<Segment>((after) => ofOwner(owner, '/segments', { archived, after, limit: LIST_LIMIT })),
  segmentPages: (owner: Owner, id: string) =>
    get<{ page_records: Page[] }>(ofOwner(owner, `/segments/${id}`)).then((segment) => segment.page_records),
  restore: (owner: Owner, id: string) => ask(ofOwner(owner, `/segments/${id}/restore`), { method: 'POST' }),
  facts: (owner: Owner, archived: boolean) =>
    all<Fact>((after) => ofOwner(owner, '/facts', { archived, after, limit: LIST_LIMIT })),
  profiles: (owner: Owner) => all<Profile>((after) => ofOwner(owner, '/profile/versions', { after, limit: LIST_LIMIT })),
  recall: (owner: Owner, query: string, how: How, visits: boolean) =>
    ask(ofOwner(owner, '/recall'), asJson({ query, ...how, visits })).then((response) => response.json() as Promise<Recall>),
  remember: (owner: Owner, user: string, assistant: string, key: string) =>
    ask(ofOwner(owner, '/turns'), asJson({ user: { text: user }, assistant: { text: assistant } }, { headers: { 'idempotency-key': key } })),
  settle: (owner: Owner) => ask(ofOwner(owner, '/settle'), { method: 'POST' }),
  spendByDay: (owner: Owner) => get<{ days: SpendDay[] }>(ofOwner(owner, '/spend')).then((list) => list.days),
  healthy: async (probe: 'healthz' | 'readyz') => (await fetch(address(`/${probe}`), { cache: 'no-store' })).ok,

  export: async (owner: Owner) => (await ask(ofOwner(owner, '/export'))).blob(),

  /** The status of a memory, now and whenever it changes. */
  async *events(owner: Owner, signal: AbortSignal): AsyncGenerator<Status> {
    const response = await ask(ofOwner(owner, '/status'), { headers: { accept: 'text/event-stream' }, signal })
    if (!response.body) return
    for await (const { event, data } of serverEvents(response.body)) {
      if (event === 'status') yield JSON.parse(data) as Status
      if (event === 'problem') throw Problem.parsed(data) ?? new Problem('unexpected', data)
    }
  },

  async *answer(owner: Owner, query: string, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const init = asJson({ query }, { headers: { accept: 'text/event-stream' }, signal })
    const response = await ask(ofOwner(owner, '/answer'), init)
    if (!response.body) return
    for await (const { event, data } of serverEvents(response.body)) {
      const body = JSON.parse(data)
      if (event === 'recall') yield { kind: 'recall', recall: body }
      if (event === 'piece') yield { kind: 'text', text: body.text }
      if (event === 'answer') yield { kind: 'done', ...body }
      if (event === 'problem') throw Problem.parsed(data) ?? new Problem('unexpected', data)
    }
  },

  async *import(owner: Owner, files: File[], dryRun: boolean): AsyncGenerator<ImportEvent> {
    const form = new FormData()
    for (const file of files) form.append('file', file, file.webkitRelativePath || file.name)
    const url = ofOwner(owner, '/import', { dry_run: dryRun })
    const response = await ask(url, { method: 'POST', body: form, headers: { accept: 'text/event-stream' } })
    // A look at what would be taken comes whole.
    if (dryRun) yield { kind: 'report', report: (await response.json()) as ImportReport }
    if (dryRun || !response.body) return
    for await (const { event, data } of serverEvents(response.body)) {
      const body = JSON.parse(data)
      if (event === 'progress') yield { kind: 'progress', done: body.done, total: body.whole }
      if (event === 'report') yield { kind: 'report', report: body }
      if (event === 'problem') throw Problem.parsed(data) ?? new Problem('unexpected', data)
    }
  },
}
