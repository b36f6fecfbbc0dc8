import { LOGIN_TO_SAVE } from '#contract/messages.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { useLoginPrompt } from '#web/core/use-login-prompt.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './save-button.module.css'
import { useSavePlaylist } from './saves.queries.ts'

/** Save Playlist, Saving..., Saved. A toast asks visitors to log in. */
export function SaveButton({ playlistId }: { playlistId: string }) {
  const user = useCurrentUser()
  const save = useSavePlaylist()
  const saved = user?.savedPlaylists.includes(playlistId) ?? false
  const promptLogin = useLoginPrompt(LOGIN_TO_SAVE)

  function press(): void {
    if (user === null) promptLogin()
    else if (!saved) save.mutate(playlistId)
  }

  return (
    <>
      <Button
        size="lg"
        className={styles.button}
        variant={saved ? 'done' : 'default'}
        busy={save.isPending && 'Saving...'}
        aria-disabled={saved || undefined}
        data-status={saved ? 'saved' : 'not saved'}
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
