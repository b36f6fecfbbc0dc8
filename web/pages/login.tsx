import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Component() {
  return (
    <>
      <ScreenTitle screen="Login" unlisted />
      <PageHead title="Login" />
    </>
  )
}
