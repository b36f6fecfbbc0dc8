import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'

/** Opens a page of the playlist as a student sees it. */
export function PreviewLink({ to }: { to: string }) {
  return (
    <LinkButton to={`${to}?as=student`}>
      <Icon name="eye" />
      Preview as a student
    </LinkButton>
  )
}
