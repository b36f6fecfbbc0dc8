import { type ReactNode, type RefObject, useRef } from 'react'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Confirm } from './confirm.tsx'

interface Removal<Resource> {
  isPending: boolean
  mutate: (
    resource: Resource,
    then: { onSuccess: (reply: { message: string }) => void; onSettled: () => void },
  ) => void
}

/** The props that every delete dialog passes on. */
export interface DeleteDialogProps {
  /** Called after the deletion, and when the user cancels. */
  onClose: () => void
  /** Gets the focus when the focused row is deleted. */
  heading: RefObject<HTMLElement | null>
}

interface ConfirmDeleteProps<Resource> extends DeleteDialogProps {
  resource: Resource
  title: ReactNode
  /** What is deleted with it. */
  text: string
  action: string
  remove: Removal<Resource>
}

/** Asks before a resource is deleted for good, and shows the server's message afterwards. */
export function ConfirmDelete<Resource>({
  resource,
  title,
  text,
  action,
  ...rest
}: ConfirmDeleteProps<Resource>) {
  const { remove, onClose, heading } = rest
  const deleted = useRef(false)

  function confirm(): void {
    remove.mutate(resource, {
      onSuccess: ({ message }) => {
        deleted.current = true
        notify.success(message, { timeout: SCREEN_TOAST_MS })
      },
      onSettled: onClose,
    })
  }

  return (
    <Confirm
      onClose={onClose}
      title={title}
      text={text}
      cancel="Cancel"
      action={action}
      busy={remove.isPending && 'Deleting...'}
      onConfirm={confirm}
      finalFocus={() => (deleted.current ? heading.current : null)}
    />
  )
}
