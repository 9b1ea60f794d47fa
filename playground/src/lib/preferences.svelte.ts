// What this reader chose: whose memory, which look, which panel. Kept in the browser; a key only as long as the tab.

export type Theme = 'system' | 'light' | 'dark'

export const PANELS = ['chat', 'short', 'mid', 'long', 'lab', 'transfer', 'status', 'settings'] as const
export type Panel = (typeof PANELS)[number]

const KEY = 'memoryos.key'

class Preferences {
  /** Empty for those the server has set. */
  user = $state(stored('memoryos.user'))
  assistant = $state(stored('memoryos.assistant'))
  theme = $state<Theme>((stored('memoryos.theme') || 'system') as Theme)
  panel = $state<Panel>(panelInAddress())
  #key = $state(session()?.getItem(KEY) ?? '')

  constructor() {
    addEventListener('hashchange', () => (this.panel = panelInAddress()))
  }

  get key(): string {
    return this.#key
  }

  set key(key: string) {
    this.#key = key
    if (key) session()?.setItem(KEY, key)
    else session()?.removeItem(KEY)
  }

  chooseOwner(user: string, assistant: string): void {
    this.user = user
    this.assistant = assistant
    store('memoryos.user', user)
    store('memoryos.assistant', assistant)
  }

  chooseTheme(theme: Theme): void {
    this.theme = theme
    store('memoryos.theme', theme)
  }
}

function panelInAddress(): Panel {
  const wanted = location.hash.replace(/^#\/?/, '')
  return PANELS.find((panel) => panel === wanted) ?? 'chat'
}

// A browser that forbids storage throws at the mere sight of it.
function session(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

export function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It then lasts as long as the page.
  }
}

export const preferences = new Preferences()
