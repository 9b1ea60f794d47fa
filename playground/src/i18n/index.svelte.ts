// The language of the page. Every word it shows comes through `t`.
import { store, stored } from '../lib/preferences.svelte'
import { DIMENSIONS } from './dimensions'
import { en } from './en'
import { zh } from './zh'

export type Key = keyof typeof en
export type Language = 'en' | 'zh'

const DICTIONARIES: Record<Language, Record<Key, string>> = { en, zh }

class Chosen {
  current = $state<Language>(first())

  choose(language: Language): void {
    this.current = language
    store('memoryos.language', language)
  }
}

function first(): Language {
  const kept = stored('memoryos.language')
  if (kept === 'en' || kept === 'zh') return kept
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export const language = new Chosen()

/** A text in the chosen language, `{name}` replaced. Where `n` is 1, the text under `key.one` if there is one. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const dictionary = DICTIONARIES[language.current]
  const one = `${key}.one` as Key
  const text = values.n === 1 && one in dictionary ? dictionary[one] : dictionary[key]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? value.toLocaleString(language.current) : value
  })
}

/** The text for a word of the server's, or the word itself where the page is older than the server. */
export function named(group: string, word: string): string {
  const dimension = group === 'dimension' ? DIMENSIONS[word] : undefined
  if (dimension) return dimension[language.current === 'zh' ? 1 : 0]
  const key = `${group}.${word}`
  return key in DICTIONARIES.en ? t(key as Key) : word.replaceAll('_', ' ')
}
