import { useId, useRef } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import type { Order } from './order.ts'
import styles from './outline.module.css'

interface SectionDialogProps {
  title: string
  order: Order
  /** The section of the course. */
  current: string | undefined
  onChoose: (section: string | undefined) => void
  onClose: () => void
}

/** Asks to which section a course moves. */
export function SectionDialog({ title, order, current, onChoose, onClose }: SectionDialogProps) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const dialog = useModal(cancel)
  const places = [{ key: undefined, title: 'Before the first section' }, ...order.sections]
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={dialogStyles.dialog}
      onCancel={onClose}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={id}>
        Move “<bdi>{title}</bdi>” to
      </h2>
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={place.key ?? 'loose'}>
            <Button
              block
              aria-disabled={place.key === current || undefined}
              onClick={() => place.key !== current && onChoose(place.key)}
            >
              {place.title}
            </Button>
          </li>
        ))}
      </ul>
      <div className={dialogStyles.buttons}>
        <Button ref={cancel} variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </dialog>
  )
}
