import { type RefObject, useRef } from 'react'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Confirm } from './confirm.tsx'

interface Removal<Thing> {
  isPending: boolean
  mutate: (
    thing: Thing,
    then: { onSuccess: (reply: { message: string }) => void; onSettled: () => void },
  ) => void
}

/** What every dialog of this kind hands on. */
export interface DeleteDialogProps {
  /** Called when it is gone, and when nothing was done. */
  onClose: () => void
  /** Takes the focus when the row that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

interface ConfirmDeleteProps<Thing> extends DeleteDialogProps {
  thing: Thing
  /** What it is called, and what it is: 'playlist'. */
  name: string
  kind: string
  /** What goes with it. */
  text: string
  remove: Removal<Thing>
}

/** Asks before something goes, by its name, and tells what the server said. */
export function ConfirmDelete<Thing>({ thing, name, kind, text, ...rest }: ConfirmDeleteProps<Thing>) {
  const { remove, onClose, heading } = rest
  const gone = useRef(false)

  function confirm(): void {
    remove.mutate(thing, {
      onSuccess: ({ message }) => {
        gone.current = true
        notify.success(message, { timeout: SCREEN_TOAST_MS })
      },
      onSettled: onClose,
    })
  }

  return (
    <Confirm
      onClose={onClose}
      title={
        <>
          Delete “<bdi>{name}</bdi>”?
        </>
      }
      text={text}
      cancel="Cancel"
      action={`Delete ${kind}`}
      busy={remove.isPending && 'Deleting...'}
      onConfirm={confirm}
      finalFocus={() => (gone.current ? heading.current : null)}
    />
  )
}
