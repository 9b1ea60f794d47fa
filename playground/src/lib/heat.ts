// Heat ahead of time: the formula of the memory, α·visits + β·unread pages + γ·exp(−Δt/µ), at a later moment.
import type { Heat, Parameters, Segment } from './types'

/** The heat of a segment at `at` (milliseconds since 1970), if nothing touches it until then. */
export function heatAt(segment: Segment, at: number, weights: Parameters['heat']): Heat {
  // A clock that went backwards counts as no time at all.
  const idleSecs = Math.max(0, (at - Date.parse(segment.last_visit)) / 1000)
  const recency = weights.recency * Math.exp(-idleSecs / weights.time_constant_secs)
  const { visits, unread_pages } = segment.heat
  return { total: visits + unread_pages + recency, visits, unread_pages, recency }
}

/** A segment with its heat at a moment. */
export interface Warm {
  segment: Segment
  heat: Heat
}

/** Hottest first; among equals the younger. */
export function byHeat(segments: Segment[], at: number, weights: Parameters['heat']): Warm[] {
  const warm = segments.map((segment) => ({ segment, heat: heatAt(segment, at, weights) }))
  return warm.sort((a, b) => b.heat.total - a.heat.total || (a.segment.id < b.segment.id ? 1 : -1))
}

const DAY = 86_400

/** What the time slider can show, in seconds from now. */
export const STEPS_AHEAD = [0, 1, 2, 3, 5, 7, 14, 21, 30, 60, 90, 120, 180, 270, 365, 730].map((days) => days * DAY)
