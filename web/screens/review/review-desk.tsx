import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { categoriesOf } from '#web/features/catalog/categories/categories.queries.ts'
import { BulkBar, type BulkState } from '#web/features/review/desk/bulk.tsx'
import { UndoStrip } from '#web/features/review/desk/decision-bar.tsx'
import { useHasDecision } from '#web/features/review/desk/decision-drafts.ts'
import { type DeskRow, useClaim, useReviewEvents } from '#web/features/review/desk/desk.queries.ts'
import { DeskHead } from '#web/features/review/desk/desk-head.tsx'
import { deskCommandOf, useKeyPresses } from '#web/features/review/desk/desk-keys.tsx'
import { ClaimText } from '#web/features/review/desk/item-head.tsx'
import { OpenRound } from '#web/features/review/desk/open-round.tsx'
import { QueueFilters, QueueList } from '#web/features/review/desk/queue.tsx'
import { UnsentDecisions } from '#web/features/review/desk/unsent-decisions.tsx'
import { type Desk, useDesk } from '#web/features/review/desk/use-desk.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, RowSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { MoreRows } from '#web/ui/table/more-rows.tsx'
import styles from './review-desk.module.css'

const BULK_COMMANDS: Readonly<Record<string, BulkState>> = {
  approve: 'approved',
  requestChanges: 'changes',
  reject: 'rejected',
}

/** /admin/review: the rounds that wait, oldest first, and everything about one of them. */
export function Component() {
  const desk = useDesk()
  const { decisions, summary, wanted, opened, chosen, undo } = desk
  const waiting = Math.max(0, (summary?.waiting ?? 0) - decisions.unsent)
  useReviewEvents()
  useKeyPresses((event) => {
    // An open round handles all keys; without one, Undo and the decisions about chosen items are left.
    const command = opened.data === undefined ? deskCommandOf(event) : undefined
    if (command === 'undo') undo()
    const state = BULK_COMMANDS[command ?? '']
    if (state && chosen.items.length > 0) chosen.setState(state)
  })
  return (
    <div className={styles.screen} data-view={wanted === undefined ? 'queue' : 'item'}>
      <ScreenTitle screen="Review desk" unlisted />
      <UndoStrip latest={decisions.latest} onUndo={undo} />
      <UnsentDecisions
        isPending={(id) => decisions.decided.has(id)}
        onSend={(decision) => void decisions.sendNow(decision)}
      />
      <DeskHead summary={summary && { ...summary, waiting }} state={desk.filter.state} />
      <div className={styles.desk}>
        <Queue desk={desk} />
        {wanted !== undefined && (
          <button type="button" className={styles.back} onClick={() => desk.open(undefined)}>
            <Icon name="arrow-left" size="sm" />
            {waiting} waiting
          </button>
        )}
        <SelectedItem desk={desk} />
      </div>
    </div>
  )
}

function Queue({ desk }: { desk: Desk }) {
  const { filter, items, list, visible, selected, reasons, chosen } = desk
  const adminId = useCurrentUser()?._id ?? ''
  const categories = useQuery(categoriesOf(useCall())).data
  return (
    <section className={styles.queue} aria-labelledby="queue-title">
      <h2 className="sr" id="queue-title">
        Queue
      </h2>
      <QueueFilters
        filter={filter}
        categories={categories?.categories.map(({ title }) => title) ?? []}
        teachers={teachersOf(items, filter.teacher)}
        onChange={desk.narrow}
      />
      {chosen.items.length > 0 && (
        <BulkBar
          items={chosen.items}
          reasons={reasons}
          state={chosen.state}
          onState={chosen.setState}
          onClear={chosen.clear}
          onDecided={chosen.remove}
        />
      )}
      <QueueState desk={desk} />
      <QueueList
        items={visible}
        selected={selected}
        chosen={chosen.ids}
        choosable={filter.state === 'waiting'}
        adminId={adminId}
        addressOf={desk.addressOf}
        onChoose={chosen.choose}
        onOpen={desk.clicked}
      />
      <MoreRows list={list} loaded={items.length} total={list.data?.pages[0]?.total ?? 0} />
    </section>
  )
}

/** What is shown while there are no rows. */
function QueueState({ desk: { list, visible, isNarrowed, filter } }: { desk: Desk }) {
  if (list.isPending) {
    return (
      <Loading what="queue">
        <RowSkeletons count={6} />
      </Loading>
    )
  }
  if (visible.length > 0) return null
  if (list.isError)
    return <LoadFailed drawing="playlists" small bare error={list.error} onRetry={list.refetch} />
  if (isNarrowed) return <EmptyState drawing="playlists" small bare title="None of the items match." />
  return <EmptyState drawing="playlists" small bare {...(EMPTY[filter.state ?? ''] ?? WAITING_EMPTY)} />
}

const WAITING_EMPTY = { title: 'Nothing is waiting.', help: 'New submissions appear here by themselves.' }

const EMPTY: Partial<Record<string, { title: string; help: string }>> = {
  automatic: {
    title: 'Nothing was approved automatically.',
    help: 'What trusted teachers submit appears here.',
  },
  edited: {
    title: 'Nothing was changed after its approval.',
    help: 'Edits that apply at once appear here.',
  },
}

function SelectedItem({ desk }: { desk: Desk }) {
  const { selected, opened, reasons } = desk
  const adminId = useCurrentUser()?._id ?? ''
  const takeOver = useClaim(opened.data, adminId)
  const hasDecision = useHasDecision(opened.data?.subject._id)
  if (selected === undefined) return null
  if (opened.data === undefined) {
    return (
      <div className={styles.pending}>
        {opened.isError ? (
          <EmptyState drawing="playlists" small bare title="This item is not there any more." />
        ) : (
          <Loading what="item">
            <LineSkeletons count={6} />
          </Loading>
        )}
      </div>
    )
  }
  return (
    <OpenRound
      key={`${selected} ${hasDecision}`}
      round={opened.data}
      reasons={reasons}
      claim={<ClaimText claim={opened.data.claim} {...{ adminId }} onTakeOver={takeOver} />}
      takeArrival={desk.takeArrival}
      bulk={desk.bulk}
      onDecide={desk.decide}
      onSkip={desk.skip}
      onUndo={desk.undo}
      onOpen={desk.clicked}
    />
  )
}

/** The teachers in the loaded rows, by name. The chosen one stays in the list. */
function teachersOf(items: readonly DeskRow[], chosen: string | undefined) {
  const teachers = new Map(items.map(({ teacher }) => [teacher._id, teacher.username]))
  if (chosen !== undefined && !teachers.has(chosen)) teachers.set(chosen, 'This teacher')
  return [...teachers]
    .map(([_id, username]) => ({ _id, username }))
    .toSorted((one, other) => one.username.localeCompare(other.username))
}
