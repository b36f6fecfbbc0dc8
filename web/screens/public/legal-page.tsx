import { useQuery } from '@tanstack/react-query'
import { LEGAL_TITLES, type LegalKind } from '#contract/settings/legal-kinds.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { legalPageOf } from '#web/features/settings/legal.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { FormattedText } from '#web/ui/text/formatted-text.tsx'

function LegalPage({ kind }: { kind: LegalKind }) {
  const { name } = useSite()
  const page = useQuery(legalPageOf(useCall(), kind, viewerKey(useCurrentUser())))
  return (
    <>
      <ScreenTitle screen={LEGAL_TITLES[kind]} description={`${LEGAL_TITLES[kind]} of ${name}.`} />
      <PageHead
        title={LEGAL_TITLES[kind]}
        lead={page.data && `Version ${page.data.version}, ${formatDate(page.data.publishedAt)}`}
      />
      {page.isPending && (
        <Loading what="the page">
          <FormSkeleton fields={3} />
        </Loading>
      )}
      {page.isError && !page.data && (
        <LoadFailed drawing="categories" error={page.error} onRetry={page.refetch} />
      )}
      {page.data && <FormattedText text={page.data.text} />}
    </>
  )
}

/** /terms, /privacy and /imprint. */
export const SCREENS = {
  terms: () => <LegalPage kind="terms" />,
  privacy: () => <LegalPage kind="privacy" />,
  imprint: () => <LegalPage kind="imprint" />,
}
