/** Specification section 9: how long a toast stays, in milliseconds: of the house itself, … */
const TOAST_MS = 5000
/** … of most screens, … */
export const SCREEN_TOAST_MS = 6000
/** … and of add-playlist and add-course. */
export const ADDING_TOAST_MS = 10_000

export interface ToastMessage {
  tone: 'success' | 'error' | 'info'
  text: string
  /** Milliseconds until it leaves by itself. */
  timeout: number
  /** A button beside the text. */
  action?: { label: string; run: () => void }
  /** An error of no single screen, which a change of the route leaves there. */
  everywhere?: boolean
}

type ToastOptions = Partial<Pick<ToastMessage, 'timeout' | 'action' | 'everywhere'>>

type Listener = (toast: ToastMessage) => void

let show: Listener | undefined
let tellFirst: (() => void) | undefined
const waiting: ToastMessage[] = []

function raise(tone: ToastMessage['tone'], text: string, options: ToastOptions = {}): void {
  const toast = { tone, text, timeout: TOAST_MS, ...options }
  if (show) show(toast)
  else waiting.push(toast)
  if (!show) tellFirst?.()
}

/** The only way a toast comes up. Those raised before the toasts are on screen are shown when they are. */
export const notify = {
  success: (text: string, options?: ToastOptions) => raise('success', text, options),
  error: (text: string, options?: ToastOptions) => raise('error', text, options),
  info: (text: string, options?: ToastOptions) => raise('info', text, options),
}

/** Where the page gets its toasts from; both ways of listening give back how to let go. */
export const toasts = {
  /** Hands over those already waiting, then each new one. */
  subscribe(listener: Listener): () => void {
    show = listener
    for (const toast of waiting.splice(0)) listener(toast)
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
