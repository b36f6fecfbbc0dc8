import { open, type Phones } from './phone.ts'
import { median, type Row } from './row.ts'
import type { CrowdedSite } from './site.ts'
import { longest } from './trace.ts'

const TASK_MAX_MS = 50

/**
 * The longest tasks of a first visit to each page on the phone's profile. What comes before the first paint keeps nobody
 * from anything and is told apart: a browser lays out and paints all that it has in one task, however little that is.
 */
export async function longTasks(
  phones: Phones,
  { url }: CrowdedSite,
  { pages, rounds }: { pages: string[]; rounds: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of pages) {
    const visits: { before: number; after: number; script: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const phone = await phones.open({ home: url })
      const tasks = await phone.tasksDuring(() => open(phone.page, path))
      visits.push({
        script: longest(tasks).script,
        before: longest(tasks.filter(({ isSeen }) => !isSeen)).whole,
        after: longest(tasks.filter(({ isSeen }) => isSeen)).whole,
      })
      await phone.close()
    }
    const middle = (figure: 'before' | 'after' | 'script') => median(visits.map((visit) => visit[figure]))
    const after = middle('after')
    rows.push({
      part: 'loading',
      what: path,
      figure: `after ${after.toFixed(0)} ms, before ${middle('before').toFixed(0)} ms; script ${middle('script').toFixed(0)} ms`,
      bar: `longest task after the first paint ≤ ${TASK_MAX_MS} ms`,
      passed: after <= TASK_MAX_MS,
    })
  }
  return rows
}
