// Numbers, sizes and times as people of the chosen language write them.
import { language } from '../i18n/index.svelte'

const locale = () => (language.current === 'zh' ? 'zh-CN' : 'en-GB')

export function count(value: number): string {
  return value.toLocaleString(locale())
}

export function decimals(value: number, digits = 2): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function percent(share: number): string {
  return share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 0 })
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

export function bytes(value: number): string {
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const options = { style: 'unit', unit: UNITS[unit], maximumFractionDigits: value < 10 ? 1 : 0 } as const
  return value.toLocaleString(locale(), options)
}

/** Date and time of day in the reader's zone. */
export function moment(rfc3339: string): string {
  const date = new Date(rfc3339)
  if (Number.isNaN(date.getTime())) return rfc3339
  return date.toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
}

export function day(rfc3339: string | number): string {
  const date = new Date(rfc3339)
  return Number.isNaN(date.getTime()) ? String(rfc3339) : date.toLocaleDateString(locale(), { dateStyle: 'medium' })
}

export function dayMonth(rfc3339: string | number): string {
  return new Date(rfc3339).toLocaleDateString(locale(), { day: 'numeric', month: 'short' })
}

const HALF_A_DAY_MS = 43_200_000

/**
 * The days of a range whose end does not belong to it. It begins and ends at midnight where it was said, wherever that
 * was: noon of a day is within it in nearly every zone.
 */
export function range(from: string, until: string): string {
  const noon = (at: number) => new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' })
  const [first, last] = [noon(Date.parse(from) + HALF_A_DAY_MS), noon(Date.parse(until) - HALF_A_DAY_MS)]
  return first === last ? first : `${first} – ${last}`
}

export function milliseconds(value: number): string {
  if (value < 1000) return value.toLocaleString(locale(), { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
  return (value / 1000).toLocaleString(locale(), { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
}

/** The last letters of an id tell neighbours apart; the first are its time. */
export function shortId(id: string): string {
  return id.slice(-6)
}
