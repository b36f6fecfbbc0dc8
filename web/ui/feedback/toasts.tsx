import { Toast } from '@base-ui/react/toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { useCoversContent } from '#web/ui/overlay/use-covers-content.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './toasts.module.css'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'

type ToastAction = { label: string; run: () => void }

export type ToastMessage = {
  tone: ToastTone
  /** A sentence above the text. */
  title?: string | undefined
  text: string
  /** Milliseconds until it disappears. `Toasts` has a default. */
  timeout?: number
  action?: ToastAction
  secondAction?: ToastAction
  /** An error that stays when the route changes. */
  everywhere?: boolean
  /** The path of its screen. The default is the visible or loading screen. */
  path?: string | undefined
}

/** The source of toasts: calls `show` with each pending toast, then with each new one, until unsubscribed. */
export type ToastSource = { subscribe: (show: (toast: ToastMessage) => void) => () => void }

interface ToastData {
  tone: ToastTone
  /** How often the same toast was added while it was visible. */
  count: number
  /** What its button does, for each time that it was added. */
  runs: (() => void)[]
  secondAction?: ToastAction | undefined
  /** The path of the screen of this error. The toast disappears with that screen. */
  path?: string
}

const icons: Record<ToastTone, IconName> = {
  success: 'check',
  info: 'info',
  warning: 'alert-triangle',
  error: 'alert-circle',
}
const urgent: ReadonlySet<ToastTone> = new Set<ToastTone>(['warning', 'error'])

/** Base UI marks each toast as a dialog that is not modal; one with another role must not say so. */
const noDialog = { 'aria-modal': undefined }

function ToastList() {
  const { toasts, close } = Toast.useToastManager<ToastData>()
  return toasts.map((toast) => {
    const { tone, count, secondAction }: ToastData = toast.data ?? { tone: 'info', count: 1, runs: [] }
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection="right"
        {...noDialog}
        role={urgent.has(tone) ? 'alert' : 'status'}
        className={classNames(styles.toast, styles[tone])}
      >
        <span className={styles.icon}>
          <Icon name={icons[tone]} />
        </span>
        <span className={styles.text}>
          <Toast.Title render={<strong />} />
          <Toast.Description render={<span />} />
          {count > 1 && <b className={styles.count}>×{count}</b>}
          <Toast.Action className={styles.action} />
          {secondAction && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                close(toast.id)
                secondAction.run()
              }}
            >
              {secondAction.label}
            </button>
          )}
        </span>
        <Toast.Close aria-hidden={false} render={<IconButton icon="close" label="Dismiss" size="sm" />} />
      </Toast.Root>
    )
  })
}

function Region() {
  const { toasts } = Toast.useToastManager()
  const region = useRef<HTMLDivElement>(null)
  const takesRoom = useCoversContent(region, toasts.length > 0)
  return (
    <Toast.Viewport
      ref={region}
      className={classNames(styles.region, takesRoom && styles.room)}
      aria-label="Notifications"
    >
      <ToastList />
    </Toast.Viewport>
  )
}

interface ToastsProps {
  source: ToastSource
  timeout?: number
  /** The path of the current screen, … */
  path: string
  /** … and of the next screen during a navigation. */
  nextPath?: string
}

/**
 * The region at the top right: newest on top, at most four. A timeout pauses while the pointer or the focus is inside.
 * Errors and warnings interrupt a screen reader, the others do not. Repeated toasts are counted, and an error disappears
 * with its screen.
 */
export function Toasts({ source, timeout = 5000, path, nextPath = path }: ToastsProps) {
  const [manager] = useState(() => Toast.createToastManager<ToastData>())
  /** The visible toasts by id. */
  const visible = useRef(new Map<string, ToastData>())

  const show = useEffectEvent(
    ({ tone, title, text, timeout: ownTimeout, action, secondAction, ...toast }: ToastMessage) => {
      const { everywhere, path: owner } = toast
      const id = `${tone} ${title} ${text}`
      const before = visible.current.get(id)
      const data = {
        tone,
        count: (before?.count ?? 0) + 1,
        runs: [...(before?.runs ?? []), ...(action ? [action.run] : [])],
        secondAction,
        path: tone === 'error' && !everywhere ? (owner ?? nextPath) : undefined,
      }
      visible.current.set(id, data)
      manager.add({
        id,
        title,
        description: text,
        data,
        timeout: ownTimeout,
        actionProps: action && {
          children: action.label,
          onClick: () => {
            manager.close(id)
            for (const run of data.runs) run()
          },
        },
        onClose: () => visible.current.delete(id),
      })
    },
  )
  useEffect(() => source.subscribe((toast) => show(toast)), [source])

  const previousPath = useRef(path)
  useEffect(() => {
    if (previousPath.current === path) return
    previousPath.current = path
    // An error of the loading screen may appear before the path changes.
    for (const [id, data] of visible.current) {
      if (data.path !== undefined && data.path !== path) manager.close(id)
    }
  }, [path, manager])

  return (
    <Toast.Provider toastManager={manager} limit={4} timeout={timeout}>
      <Region />
    </Toast.Provider>
  )
}
