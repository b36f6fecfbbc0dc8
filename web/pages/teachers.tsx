import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Component() {
  return (
    <>
      <ScreenTitle screen="Teachers" />
      <PageHead title="Teachers" />
    </>
  )
}
