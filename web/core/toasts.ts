/** How long a toast stays, in milliseconds: by default, … */
const TOAST_MS = 5000
/** … on most screens, … */
export const SCREEN_TOAST_MS = 6000
/** … and on add-playlist and add-course. */
export const ADDING_TOAST_MS = 10_000

interface ToastAction {
  label: string
  run: () => void
}

export interface ToastMessage {
  tone: 'success' | 'error' | 'info'
  /** A sentence above the text. */
  title?: string | undefined
  text: string
  /** Milliseconds until it disappears. */
  timeout: number
  /** A button beside the text, … */
  action?: ToastAction
  /** … and another one. */
  secondAction?: ToastAction
  /** An error of the whole site: it stays when the route changes. */
  everywhere?: boolean
  /** The path of the screen that it belongs to. */
  path?: string | undefined
}

type ToastOptions = Partial<
  Pick<ToastMessage, 'title' | 'timeout' | 'action' | 'secondAction' | 'everywhere'>
>

type Listener = (toast: ToastMessage) => void

let show: Listener | undefined
let onFirstToast: (() => void) | undefined
const pending: ToastMessage[] = []
let readPath: () => string | undefined = () => undefined

function add(tone: ToastMessage['tone'], text: string, options: ToastOptions = {}): void {
  const toast = { tone, text, timeout: TOAST_MS, path: readPath(), ...options }
  if (show) show(toast)
  else pending.push(toast)
  if (!show) onFirstToast?.()
}

/** Adds a toast. Toasts that are added before the toast region is rendered appear as soon as it is. */
export const notify = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
  info: (text: string, options?: ToastOptions) => add('info', text, options),
}

/** The source of toasts. Both methods return a function that unsubscribes. */
export const toasts = {
  /** How to read the path of the screen that is visible or loading, without waiting for a render. */
  readPathWith(read: () => string): void {
    readPath = read
  },
  /** Calls the listener with each pending toast, then with each new one. */
  subscribe(listener: Listener): () => void {
    show = listener
    for (const toast of pending.splice(0)) listener(toast)
    return () => {
      if (show === listener) show = undefined
    }
  },
  /** Calls the listener when there is a toast and no subscriber. */
  onFirst(listener: () => void): () => void {
    onFirstToast = listener
    if (pending.length > 0) listener()
    return () => {
      if (onFirstToast === listener) onFirstToast = undefined
    }
  },
}
