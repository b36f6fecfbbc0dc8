/** Specification section 9: how long a toast stays, in milliseconds: of the house itself, … */
const NOTICE_MS = 5000
/** … of most screens, … */
export const SCREEN_NOTICE_MS = 6000
/** … and of add-playlist and add-course. */
export const ADDING_NOTICE_MS = 10_000

export interface Notice {
  tone: 'success' | 'error' | 'info'
  text: string
  /** Milliseconds until it leaves by itself. */
  timeout: number
}

type Listener = (notice: Notice) => void

let show: Listener | undefined
let tellFirst: (() => void) | undefined
const waiting: Notice[] = []

function raise(tone: Notice['tone'], text: string, timeout = NOTICE_MS): void {
  const notice = { tone, text, timeout }
  if (show) show(notice)
  else waiting.push(notice)
  if (!show) tellFirst?.()
}

/** The only way a toast comes up. Those raised before the toasts are on screen are shown when they are. */
export const notify = {
  success: (text: string, { timeout }: { timeout?: number } = {}) => raise('success', text, timeout),
  error: (text: string, { timeout }: { timeout?: number } = {}) => raise('error', text, timeout),
  info: (text: string, { timeout }: { timeout?: number } = {}) => raise('info', text, timeout),
}

/** Where the page gets its toasts from; both ways of listening give back how to let go. */
export const notices = {
  /** Hands over those already waiting, then each new one. */
  subscribe(listener: Listener): () => void {
    show = listener
    for (const notice of waiting.splice(0)) listener(notice)
    return () => {
      if (show === listener) show = undefined
    }
  },
  /** Tells that there is something to show and nobody who shows it. */
  onFirst(listener: () => void): () => void {
    tellFirst = listener
    if (waiting.length > 0) listener()
    return () => {
      if (tellFirst === listener) tellFirst = undefined
    }
  },
}
