import { z } from 'zod'

/** One task of a page's main thread. */
export interface Task {
  /**
   * Processor time in milliseconds, slowed down like everything else on the phone's profile: unlike the time on the wall
   * it does not grow while a neighbour has the processor.
   */
  ms: number
  /** How much of it scripts took, without the style, layout and paint that they may have asked for. */
  script: number
  /** Whether it began after the page had painted something. */
  isSeen: boolean
}

const Event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z
    .looseObject({
      name: z.string().optional(),
      chrome_mojo_event_info: z.looseObject({ mojo_interface_tag: z.string().optional() }).optional(),
    })
    .optional(),
})
type Event = z.infer<typeof Event>

const TASK = 'ThreadControllerImpl::RunTask'
const DRAWING = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'])
const SCRIPT = new Set([
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'FunctionCall',
  'EventDispatch',
  'TimerFire',
  'FireAnimationFrame',
  'FireIdleCallback',
  'RunMicrotasks',
  'BlinkScheduler_PerformMicrotaskCheckpoint',
  'MinorGC',
  'MajorGC',
])
/** Carries what the bench itself asks of a page, in scripts of its own; a phone has no such task. */
const OURS = 'blink.mojom.DevToolsSession'
/** An inspected page parses scripts once more to tell the inspector where something was called; others do not. */
const INSPECTED = 'V8.CollectSourcePositions'

const FIRST_PAINT = 'firstContentfulPaint'

const threadOf = ({ pid, tid }: Event) => `${pid}:${tid}`
const endOf = ({ ts, dur = 0 }: Event) => ts + dur
const spent = ({ tdur = 0 }: Event) => tdur / 1000
const sum = (events: readonly Event[]) => events.reduce((all, event) => all + spent(event), 0)
const isOurs = ({ args }: Event) => args?.chrome_mojo_event_info?.mojo_interface_tag === OURS

/** Those that are inside of no other; `events` in the order of time, the outer of two that begin together first. */
function outermost(events: readonly Event[]): Event[] {
  const found: Event[] = []
  for (const event of events) {
    const last = found.at(-1)
    if (last === undefined || endOf(event) > endOf(last)) found.push(event)
  }
  return found
}

function within(events: readonly Event[], outer: Event): Event[] {
  return events.filter(({ ts, dur = 0 }) => ts >= outer.ts && ts + dur <= endOf(outer))
}

/** The tasks of the pages' main threads in a recording of Chromium, the longest first. */
export function tasksOf(recording: readonly unknown[]): Task[] {
  const events = recording.flatMap((one) => Event.safeParse(one).data ?? [])
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  return [...main]
    .flatMap((thread) => {
      const own = events.filter((event) => threadOf(event) === thread)
      const painted = Math.min(...own.filter(({ name }) => name === FIRST_PAINT).map(({ ts }) => ts))
      return tasksOn(
        own.filter(({ ph }) => ph === 'X'),
        painted,
      )
    })
    .toSorted((a, b) => b.ms - a.ms)
}

function tasksOn(thread: readonly Event[], painted: number): Task[] {
  const inOrder = thread.toSorted((a, b) => a.ts - b.ts || endOf(b) - endOf(a))
  const drawings = outermost(inOrder.filter(({ name }) => DRAWING.has(name)))
  const scripts = outermost(inOrder.filter(({ name }) => SCRIPT.has(name)))
  const ours = inOrder.filter(isOurs)
  const inspected = outermost(inOrder.filter(({ name }) => name === INSPECTED))
  return inOrder
    .filter((task) => task.name === TASK && within(ours, task).length === 0)
    .map((task) => {
      const run = within(scripts, task)
      const apart = sum(within(inspected, task))
      const drawing = sum(run.flatMap((script) => within(drawings, script)))
      return { ms: spent(task) - apart, script: sum(run) - drawing - apart, isSeen: task.ts > painted }
    })
}

/** The longest task, and the longest run of scripts in one. */
export function longest(tasks: readonly Task[]): { whole: number; script: number } {
  return { whole: tasks[0]?.ms ?? 0, script: Math.max(0, ...tasks.map(({ script }) => script)) }
}
