import type { Browser } from '@playwright/test'
import { open, openPhone } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'
import { longest } from './trace.ts'

const TASK_MAX_MS = 50

/** The longest task of a first visit to each page, on the phone's profile. */
export async function longTasks(
  browser: Browser,
  { url }: CrowdedSite,
  { pages, rounds }: { pages: string[]; rounds: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of pages) {
    const visits: ReturnType<typeof longest>[] = []
    for (let round = 0; round < rounds; round += 1) {
      const phone = await openPhone(browser, { home: url })
      visits.push(longest(await phone.tasksDuring(() => open(phone.page, path))))
      await phone.close()
    }
    const script = median(visits.map((visit) => visit.script))
    const whole = median(visits.map((visit) => visit.whole))
    rows.push({
      part: 'loading',
      what: path,
      figure: `longest script ${script.toFixed(0)} ms, longest task with layout and paint ${whole.toFixed(0)} ms`,
      bar: `script ≤ ${TASK_MAX_MS} ms`,
      kept: script <= TASK_MAX_MS,
    })
  }
  return rows
}
