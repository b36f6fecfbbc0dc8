import type { Silence } from '#contract/video/silence.ts'

const GREETING_MS = 250
/** A frame that was silent for long is probably blocked. */
const LATE_GREETING_MS = 5000
export const LOAD_LIMIT_MS = 15_000
export const ANSWER_LIMIT_MS = 5000

export interface FrameChannel {
  post: (message: unknown) => void
  close: () => void
}

export interface ChannelOptions {
  /** The only origin that messages are accepted from, and that commands are sent to. */
  origin: string
  /** Sent from the load of the frame until its first message, however late that is. */
  greet: (post: FrameChannel['post']) => void
  /** The first message has come: the frame takes commands from now on. */
  onAnswer: () => void
  onMessage: (message: Record<string, unknown>) => void
  /** Called once: the frame did not load, or loaded and did not answer in time. It may still answer. */
  onSilence: (code: Silence) => void
}

/**
 * Exchanges messages with the page of another site in a frame. Nothing is posted before the frame has loaded, because an
 * empty frame has our own origin.
 */
export function openChannel(frame: HTMLIFrameElement, options: ChannelOptions): FrameChannel {
  const { origin, greet, onAnswer, onMessage, onSilence } = options
  let greeting: ReturnType<typeof setInterval> | undefined
  let limit = setTimeout(() => reportSilence('not-loaded'), LOAD_LIMIT_MS)
  let heard = false
  let isReported = false

  // A blocked frame has another origin, and the browser would log a complaint about each greeting. A greeting tells nothing.
  const post = (message: unknown) => frame.contentWindow?.postMessage(message, heard ? origin : '*')

  function reportSilence(code: Silence): void {
    if (!isReported) onSilence(code)
    isReported = true
  }

  function stopGreeting(): void {
    clearTimeout(limit)
    clearInterval(greeting)
  }
  function loaded(): void {
    if (heard) return
    stopGreeting()
    greeting = setInterval(() => greet(post), GREETING_MS)
    limit = setTimeout(() => {
      clearInterval(greeting)
      greeting = setInterval(() => greet(post), LATE_GREETING_MS)
      reportSilence('no-messages')
    }, ANSWER_LIMIT_MS)
    greet(post)
  }
  function receive(event: MessageEvent<unknown>): void {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    const message = objectIn(event.data)
    if (message === undefined) return
    if (!heard) {
      heard = true
      stopGreeting()
      onAnswer()
    }
    onMessage(message)
  }

  frame.addEventListener('load', loaded)
  addEventListener('message', receive)
  return {
    post,
    close: () => {
      stopGreeting()
      frame.removeEventListener('load', loaded)
      removeEventListener('message', receive)
    },
  }
}

/** Hosts send objects or their JSON. */
function objectIn(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'string') return isObject(data) ? data : undefined
  try {
    const parsed: unknown = JSON.parse(data)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The texts under this key in a list of objects. */
export function textsIn(list: unknown, key: string): string[] {
  const items: unknown[] = Array.isArray(list) ? list : []
  return items.flatMap((item) => {
    const text = isObject(item) ? item[key] : undefined
    return typeof text === 'string' ? [text] : []
  })
}
