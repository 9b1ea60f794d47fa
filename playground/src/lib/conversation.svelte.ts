// The conversation of the chat panel: what is asked, what comes back, and what of it is remembered.
import { api } from './api'
import { Problem } from './problem'
import type { Evidence, Owner, Page, Recall } from './types'

/** `evidence`: there is no model, and what it would answer from is shown instead. */
export type State = 'recalling' | 'writing' | 'done' | 'evidence' | 'stopped' | 'failed'

export class Exchange {
  said = $state('')
  reply = $state('')
  state = $state<State>('recalling')
  recall = $state.raw<Recall | undefined>()
  evidence = $state.raw<Evidence[]>([])
  problem = $state.raw<Problem | undefined>()
  /** Why it could not be remembered, if it could not. */
  unkept = $state.raw<Problem | undefined>()
  /** It was remembered before this page was opened. */
  earlier = false
  /** Makes each side of it one turn, however often it is sent. */
  readonly key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  /** The words of the user are kept already: only a reply is still to be. */
  saidIsKept = false

  constructor(said: string) {
    this.said = said
  }

  get open(): boolean {
    return this.state === 'recalling' || this.state === 'writing'
  }
}

export class Conversation {
  exchanges = $state<Exchange[]>([])
  #stopping: AbortController | undefined

  constructor(readonly owner: Owner) {}

  get busy(): boolean {
    return this.exchanges.at(-1)?.open ?? false
  }

  /** What was said last before this page was opened. */
  begin(shortTerm: Page[]): void {
    if (this.exchanges.length) return
    this.exchanges = shortTerm.map((page) => {
      const exchange = new Exchange(page.user.text)
      exchange.reply = page.assistant.text
      exchange.state = 'done'
      exchange.earlier = true
      return exchange
    })
  }

  async send(said: string): Promise<void> {
    this.exchanges.push(new Exchange(said))
    // The array hands back its own reactive view of what was put in.
    const exchange = this.exchanges.at(-1)
    if (exchange) await this.#exchange(exchange)
  }

  async retry(exchange: Exchange): Promise<void> {
    exchange.reply = ''
    exchange.problem = undefined
    exchange.state = 'recalling'
    await this.#exchange(exchange)
  }

  stop(): void {
    this.#stopping?.abort()
  }

  async #exchange(exchange: Exchange): Promise<void> {
    const stopping = new AbortController()
    this.#stopping = stopping
    try {
      await this.#read(exchange, stopping.signal)
    } catch (error) {
      exchange.problem = Problem.from(error)
      exchange.state = stopping.signal.aborted ? 'stopped' : 'failed'
    }
    // Without the model there is still the memory.
    if (exchange.state === 'failed' && !exchange.recall) {
      exchange.recall = await api.recall(this.owner, exchange.said, {}, false).catch(() => undefined)
    }
    await this.#keep(exchange)
  }

  async #read(exchange: Exchange, signal: AbortSignal): Promise<void> {
    for await (const event of api.answer(this.owner, exchange.said, signal)) {
      if (event.kind === 'recall') {
        exchange.recall = event.recall
        exchange.state = 'writing'
      } else if (event.kind === 'text') {
        exchange.reply += event.text
      } else {
        exchange.evidence = event.evidence
        exchange.state = event.answer === null ? 'evidence' : 'done'
      }
    }
    if (exchange.open) throw new Problem('cut_short', '')
  }

  /** Half an answer is nobody's word: of it nothing is kept, but what the user said is. */
  async #keep(exchange: Exchange): Promise<void> {
    const reply = exchange.state === 'done' ? exchange.reply : ''
    const said = exchange.saidIsKept ? '' : exchange.said
    if (!said && !reply) return
    try {
      await api.remember(this.owner, said, reply, `${exchange.key}-${exchange.saidIsKept ? 'reply' : 'said'}`)
      exchange.saidIsKept = true
      exchange.unkept = undefined
    } catch (error) {
      exchange.unkept = Problem.from(error)
    }
  }
}

const conversations = new Map<string, Conversation>()

/** The conversation with this owner: it goes on while other panels are looked at. */
export function conversationOf(owner: Owner): Conversation {
  const name = JSON.stringify([owner.user, owner.assistant])
  const known = conversations.get(name) ?? new Conversation(owner)
  conversations.set(name, known)
  return known
}
