import type { Browser } from '@playwright/test'
import { open, openPhone } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'
import { blocking, longest } from './trace.ts'

const TASK_MAX_MS = 50
const BLOCKING_MAX_MS = 120

/** The longest task, and what blocks after the first paint, of a first visit to each page, on the phone's profile. */
export async function longTasks(
  browser: Browser,
  { url }: CrowdedSite,
  { pages, rounds }: { pages: string[]; rounds: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of pages) {
    const visits: { whole: number; script: number; blocked: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const phone = await openPhone(browser, { home: url })
      const tasks = await phone.tasksDuring(() => open(phone.page, path))
      visits.push({ ...longest(tasks), blocked: blocking(tasks) })
      await phone.close()
    }
    const script = median(visits.map((visit) => visit.script))
    const blocked = median(visits.map((visit) => visit.blocked))
    const whole = median(visits.map((visit) => visit.whole))
    rows.push({
      part: 'loading',
      what: path,
      figure: `longest script ${script.toFixed(0)} ms, longest task with layout and paint ${whole.toFixed(0)} ms, blocked after the first paint ${blocked.toFixed(0)} ms`,
      bar: `script ≤ ${TASK_MAX_MS} ms, blocked ≤ ${BLOCKING_MAX_MS} ms`,
      kept: script <= TASK_MAX_MS && blocked <= BLOCKING_MAX_MS,
    })
  }
  return rows
}
