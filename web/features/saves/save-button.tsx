import { LOGIN_TO_SAVE } from '#contract/words.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './save-button.module.css'
import { useSavePlaylist } from './saves.queries.ts'

/** Save Playlist, Saving..., Saved (specification section 4). A visitor is told to log in. */
export function SaveButton({ playlistId }: { playlistId: string }) {
  const user = useCurrentUser()
  const save = useSavePlaylist()
  const saved = user?.savedPlaylists.includes(playlistId) ?? false

  function press(): void {
    if (user === null) notify.error(LOGIN_TO_SAVE, { timeout: SCREEN_NOTICE_MS })
    else if (!saved) save.mutate(playlistId)
  }

  return (
    <>
      <Button
        size="lg"
        className={styles.button}
        variant={saved ? 'done' : 'primary'}
        busy={save.isPending && 'Saving...'}
        aria-disabled={saved || undefined}
        onClick={press}
      >
        <Icon name={saved ? 'bookmark-filled' : 'bookmark'} />
        {saved ? 'Saved' : 'Save Playlist'}
      </Button>
      <span className="sr" role="status">
        {save.isSuccess && saved ? 'Saved' : ''}
      </span>
    </>
  )
}
