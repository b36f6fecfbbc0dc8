import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '#contract/api.ts'
import { LEGAL_TITLES } from '#contract/settings/legal-kinds.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Box, Row, Setting } from '#web/features/account/security/settings.tsx'
import { legalStatesOf } from '#web/features/settings/legal.queries.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

type States = CallReply<'legal.list'>

/** The legal pages with their versions, and how many people have accepted them. */
export function LegalSettings() {
  const states = useQuery(legalStatesOf(useCall(), viewerKey(useCurrentUser())))
  return (
    <Setting title="Legal pages" text="Markdown. Linked in the footer once published.">
      {states.isError && !states.data && (
        <LoadFailed drawing="categories" error={states.error} onRetry={states.refetch} />
      )}
      {states.data && (
        <Box>
          {states.data.pages.map((page) => (
            <Row
              key={page.kind}
              icon="books"
              name={LEGAL_TITLES[page.kind]}
              details={stateText(page, states.data.people)}
            >
              <LinkButton size="sm" to={`/admin/settings/legal/${page.kind}`}>
                {page.version === 0 ? 'Write' : 'Edit'}
                <span className="sr"> {LEGAL_TITLES[page.kind]}</span>
              </LinkButton>
            </Row>
          ))}
        </Box>
      )}
    </Setting>
  )
}

/** `Version 3, 2 September 2026 · accepted by 598 of 642` */
function stateText(page: States['pages'][number], people: number): string {
  const { kind, version, publishedAt, accepted } = page
  if (publishedAt === null) return 'Not published'
  const text = `Version ${version}, ${formatDate(publishedAt)}`
  return kind === 'imprint' ? text : `${text} · accepted by ${accepted} of ${people}`
}
