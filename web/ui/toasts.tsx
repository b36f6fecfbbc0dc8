import { Toast } from '@base-ui/react/toast'
import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './toasts.module.css'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'

export type ToastNotice = {
  tone: ToastTone
  text: string
  /** Milliseconds until it leaves by itself; `Toasts` has a default. */
  timeout?: number
}

/** Where notices come from: hands over those already waiting, then each new one, until unsubscribed. */
export type NoticeSource = { subscribe: (show: (notice: ToastNotice) => void) => () => void }

const icons: Record<ToastTone, IconName> = {
  success: 'check',
  info: 'info',
  warning: 'alert-triangle',
  error: 'alert-circle',
}
const urgent: ReadonlySet<ToastTone> = new Set<ToastTone>(['warning', 'error'])

/** Base UI marks each toast as a dialog that is not modal; one with another role must not say so. */
const notADialog = { 'aria-modal': undefined }

function ToastList() {
  const { toasts } = Toast.useToastManager<{ tone: ToastTone }>()
  return toasts.map((toast) => {
    const tone = toast.data?.tone ?? 'info'
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection="right"
        {...notADialog}
        role={urgent.has(tone) ? 'alert' : 'status'}
        className={classNames(styles.toast, styles[tone])}
      >
        <span className={styles.icon}>
          <Icon name={icons[tone]} />
        </span>
        <Toast.Description render={<span />} className={styles.text} />
        <Toast.Close aria-hidden={false} render={<IconButton icon="close" label="Dismiss" size="sm" />} />
      </Toast.Root>
    )
  })
}

/**
 * The region at the top right: newest on top, four at most, each leaving after its time, which stands still while
 * the pointer or the focus is inside. Errors and warnings interrupt a screen reader, the others wait.
 */
export function Toasts({ source, timeout = 5000 }: { source: NoticeSource; timeout?: number }) {
  const [manager] = useState(() => Toast.createToastManager<{ tone: ToastTone }>())
  useEffect(
    () =>
      source.subscribe(({ tone, text, timeout: own }) => {
        manager.add({ description: text, data: { tone }, timeout: own })
      }),
    [source, manager],
  )
  return (
    <Toast.Provider toastManager={manager} limit={4} timeout={timeout}>
      <Toast.Portal>
        <Toast.Viewport className={styles.region} aria-label="Notifications">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
