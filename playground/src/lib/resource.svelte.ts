// Something that is fetched, and fetched again: what is known of it while it is on its way.
import { Problem } from './problem'

export class Resource<T> {
  value = $state.raw<T | undefined>()
  problem = $state.raw<Problem | undefined>()
  loading = $state(false)
  #latest = 0

  /** Fetches it. What was there stays until the new arrives; an answer that was overtaken is ignored. */
  async load(fetching: () => Promise<T>): Promise<void> {
    const mine = ++this.#latest
    this.loading = true
    try {
      const value = await fetching()
      if (mine !== this.#latest) return
      this.value = value
      this.problem = undefined
    } catch (error) {
      if (mine !== this.#latest) return
      this.problem = Problem.from(error)
    } finally {
      if (mine === this.#latest) this.loading = false
    }
  }

  /** Forgets it: whose it was is looked at no more. */
  clear(): void {
    this.#latest += 1
    this.value = undefined
    this.problem = undefined
    this.loading = false
  }
}
