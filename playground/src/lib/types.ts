// What the server says, as it says it. Times are RFC 3339, ids are opaque.

export interface Owner {
  user: string
  assistant: string
}

export interface Message {
  speaker: string | null
  text: string
}

export interface Page {
  id: string
  order: number
  user: Message
  assistant: Message
  at: string
  recorded_at: string
  place: 'short_term' | 'pending' | 'segment'
  segment: string | null
  chain: string | null
  learned: boolean
}

export interface Heat {
  total: number
  visits: number
  unread_pages: number
  recency: number
}

export interface Segment {
  id: string
  summary: string
  keywords: string[]
  visits: number
  last_visit: string
  founded_at: string
  archived_at: string | null
  pages: string[]
  heat: Heat
}

export interface Source {
  page: string
  quote: string | null
}

export interface Fact {
  id: string
  about: 'user' | 'assistant'
  text: string
  attribute: string | null
  value: string | null
  event_from: string | null
  event_until: string | null
  said_at: string
  recorded_at: string
  sources: Source[]
  superseded_at: string | null
  superseded_by: string | null
  archived_at: string | null
}

export interface Attribute {
  name: string
  value: string
  sources: Source[]
}

export interface Trait {
  dimension: string
  group: string
  level: string
  reason: string
  updated_at: string
  sources: Source[]
}

export interface Profile {
  version: number
  recorded_at: string
  attributes: Attribute[]
  traits: Trait[]
}

export interface Arm {
  arm: string
  rank: number
  score: number
}

export interface Item {
  kind: string
  text: string
  at: string
  score: number
  tokens: number
  sources: string[]
  segment: string | null
  fact: string | null
  arms: Arm[]
  heat: Heat | null
}

export interface Dropped {
  kind: string
  reason: string
  score: number
  sources: string[]
}

export interface Recall {
  items: Item[]
  dropped: Dropped[]
  confidence: number
  context: string
  context_tokens: number
  visits: string[]
}

export interface Evidence {
  text: string
  at: string
  sources: string[]
}

export interface Tiers {
  short_term_pages: number
  short_term_capacity: number
  pending_pages: number
  mid_term_segments: number
  mid_term_capacity: number
  mid_term_pages: number
  archived_segments: number
  archived_pages: number
  user_facts: number
  user_facts_capacity: number
  assistant_facts: number
  assistant_facts_capacity: number
  profile_versions: number
}

export interface Job {
  kind: string
  not_before: string
  attempts: number
  running: boolean
  last_error: string | null
}

export interface Spend {
  purpose: string
  calls: number
  failed: number
  prompt_tokens: number
  completion_tokens: number
  latency_ms: number
}

export interface Status {
  owner: Owner
  tiers: Tiers
  jobs: Job[]
  spend: Spend[]
  spend_today: Spend[]
  data_folder: string | null
  store_bytes: number | null
  index_bytes: number | null
  embedder: string
  llm: { url: string; model: string } | null
}

export interface ImportReport {
  format: string
  dry_run: boolean
  owners: { user: string; assistant: string; conversations: string[]; turns: number; added: number }[]
  messages: number
  turns: number
  notes: number
  orphaned_notes: number
  skipped: { position: string; reason: string }[]
  skipped_count: number
  remarks: { position: string; reason: string }[]
  remark_count: number
  waiting_jobs: number
}

/** The numbers that the page computes with, as the server has them set. */
export interface Parameters {
  /** Whose memory is shown unless another is asked for. */
  owner: Owner
  /** α, β, γ and µ of the heat. */
  heat: { visit: number; page: number; recency: number; time_constant_secs: number }
  /** The heat from which a segment is learned from; 0 where learning costs nothing. */
  heat_threshold: number
  mid_term_capacity: number
  budget_tokens: number
  strategy: string
  version: string
}

/** A day of the ledger. */
export interface SpendDay {
  day: string
  spend: Spend[]
}
