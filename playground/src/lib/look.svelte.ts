// Light or dark, and how wide: what the reader chose, or what the system says.
import { preferences } from './preferences.svelte'

class Look {
  #system = $state(matchMedia('(prefers-color-scheme: dark)').matches)
  /** Room for a second column beside the chat. */
  wide = $state(matchMedia('(min-width: 1100px)').matches)

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => (this.#system = event.matches))
    matchMedia('(min-width: 1100px)').addEventListener('change', (event) => (this.wide = event.matches))
  }

  get dark(): boolean {
    return preferences.theme === 'system' ? this.#system : preferences.theme === 'dark'
  }

  /** Puts the look where the style sheets find it. */
  apply(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light'
  }
}

export const look = new Look()
