import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function NotFoundPage() {
  return (
    <>
      <ScreenTitle screen="Page Not Found" unlisted />
      <h1>Page Not Found</h1>
      <LinkButton to="/">Go to home</LinkButton>
    </>
  )
}
