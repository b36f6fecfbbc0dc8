import { z } from 'zod'

/** One task of a page's main thread. */
export interface Task {
  /**
   * Processor time in milliseconds, slowed down like everything else on the phone's profile: unlike the time on the wall
   * it does not grow while a neighbour has the processor.
   */
  ms: number
  /** How much of it the browser's own drawing took: style, layout, paint. */
  drawing: number
}

const Event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.string().optional() }).optional(),
})
type Event = z.infer<typeof Event>

const DRAWING = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'])

const threadOf = ({ pid, tid }: Event) => `${pid}:${tid}`
const endOf = ({ ts, dur = 0 }: Event) => ts + dur
const spent = ({ tdur = 0 }: Event) => tdur / 1000

/** The tasks of the pages' main threads in a recording of Chromium, the longest first. */
export function tasksOf(recording: readonly unknown[]): Task[] {
  const events = recording.flatMap((one) => Event.safeParse(one).data ?? [])
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const here = events.filter((event) => event.ph === 'X' && main.has(threadOf(event)))
  const drawings = here.filter(({ name }) => DRAWING.has(name))
  return here
    .filter(({ name }) => name === 'RunTask')
    .map((task) => ({
      ms: spent(task),
      drawing: drawings
        .filter((one) => threadOf(one) === threadOf(task) && one.ts >= task.ts && endOf(one) <= endOf(task))
        .reduce((sum, one) => sum + spent(one), 0),
    }))
    .toSorted((a, b) => b.ms - a.ms)
}

/** The longest task, and the longest of those that were mostly script. */
export function longest(tasks: readonly Task[]): { whole: number; script: number } {
  const script = tasks.map(({ ms, drawing }) => ms - drawing)
  return { whole: tasks[0]?.ms ?? 0, script: Math.max(0, ...script) }
}
