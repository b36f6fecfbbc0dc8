import { useQuery } from '@tanstack/react-query'
import { offline } from '#web/core/api-error.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import styles from './api-docs/api-docs.module.css'
import { CallCard } from './api-docs/call-card.tsx'
import { type ApiDocument, callsIn, type DocumentedCall } from './api-docs/document.ts'

const DOCUMENT_PATH = '/api/openapi.json'

/** `/api/docs`: every call to read and to try. */
export function Component() {
  const { data, isPending, isError } = useQuery({ queryKey: ['api-document'], queryFn: readDocument })
  return (
    <>
      <ScreenTitle screen="API" description="Every call of this site's API, to read and to try." />
      <PageHead
        title="API"
        lead={
          <>
            Every call, to read and to try as whoever is logged in. For machines:{' '}
            <a className={styles.machines} href={DOCUMENT_PATH}>
              {DOCUMENT_PATH}
            </a>
          </>
        }
      />
      {isPending && (
        <Loading what="calls">
          <LineSkeletons count={8} />
        </Loading>
      )}
      {isError && (
        <EmptyState
          drawing="search"
          title="The description could not be loaded."
          help="Try again in a moment."
        />
      )}
      {data && <Features calls={callsIn(data)} />}
    </>
  )
}

async function readDocument({ signal }: { signal: AbortSignal }): Promise<ApiDocument> {
  const response = await fetch(DOCUMENT_PATH, { signal })
  if (!response.ok) throw offline(response.status)
  return response.json()
}

function Features({ calls }: { calls: DocumentedCall[] }) {
  return Object.entries(Object.groupBy(calls, ({ feature }) => feature)).map(([feature, own = []]) => (
    <section key={feature} className={styles.feature} aria-label={`${feature} calls`}>
      <h2>{feature}</h2>
      <div className={styles.calls}>
        {own.map((call) => (
          <CallCard key={call.id} call={call} />
        ))}
      </div>
    </section>
  ))
}
