import { useState } from 'react'
import { copyLink } from '#web/core/copy-link.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './link-buttons.module.css'
import { useNewLink } from './visibility.queries.ts'

interface LinkButtonsProps {
  playlistId: string
  link: string
}

/** Copies the link of a playlist that only people with the link see, and replaces it by a new one. */
export function LinkButtons({ playlistId, link }: LinkButtonsProps) {
  const [isAsking, setAsking] = useState(false)
  const renew = useNewLink(playlistId)

  function confirm(): void {
    renew.mutate(undefined, {
      onSuccess: ({ url }) =>
        notify.success('The new link is ready.', {
          timeout: SCREEN_TOAST_MS,
          action: { label: 'Copy link', run: () => void copyLink(url) },
        }),
      onSettled: () => setAsking(false),
    })
  }

  return (
    <span className={styles.buttons}>
      <Button size="sm" onClick={() => void copyLink(link)}>
        <Icon name="copy" />
        Copy link
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        New link
      </Button>
      {isAsking && (
        <Confirm
          title="Make a new link?"
          text="The old link stops working at once for everyone."
          cancel="Cancel"
          action="New link"
          busy={renew.isPending}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </span>
  )
}
