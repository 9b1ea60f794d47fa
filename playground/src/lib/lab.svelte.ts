// The two sides of the recall lab: what is set, and what it brings back.
import type { How } from './api'
import { Resource } from './resource.svelte'
import type { Recall } from './types'

export interface Setting {
  strategy: 'hybrid' | 'paper'
  limit: 'tokens' | 'items'
  budget: number
  items: number
  /** As the field gives it: local, without a zone; empty for now. */
  at: string
  archive: boolean
}

export function asHow(setting: Setting): How {
  const limit = setting.limit === 'tokens' ? { budget_tokens: setting.budget } : { items: setting.items }
  const at = setting.at ? new Date(setting.at).toISOString() : undefined
  return { strategy: setting.strategy, ...limit, at, archive: setting.archive }
}

export class Side {
  setting = $state<Setting>({ strategy: 'hybrid', limit: 'tokens', budget: 2000, items: 10, at: '', archive: false })
  result = new Resource<Recall>()

  constructor(
    readonly name: string,
    strategy: Setting['strategy'],
  ) {
    this.setting.strategy = strategy
  }
}
