import { memo, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { classNames } from '#web/ui/class-names.ts'
import { partsOf } from '#web/ui/parts-of.ts'
import { showSame } from '#web/ui/show-same.ts'
import { useFilled } from '#web/ui/use-filled.ts'
import { type Places, useNear } from '#web/ui/use-near.ts'
import { CommentItem, type CommentItemProps } from './comment-item.tsx'
import styles from './comment-list.module.css'

/** As many comments as are drawn at once. */
const PART = 6
const PARTS_TOGETHER = 100
/** With each frame: a group of six hundred comments is whole within a second. */
const FILLED_AT_ONCE = 2

const partPlaces: Places = new WeakMap()
const groupPlaces: Places = new WeakMap()

type ForEach = Pick<CommentItemProps, 'teacherId' | 'onRemove'>
type Part = readonly Comment[]

/**
 * A thread as it is drawn: its first page, then parts that are drawn when they come near, in groups of which the far ones are
 * not in the document. So ten thousand comments are no more to scroll, to leave or to come back to than some hundreds.
 */
export function CommentParts({ pages, ...forEach }: ForEach & { pages: readonly Part[] }) {
  const [first = [], ...further] = pages
  const [known] = useState(pages.length > 0)
  const parts = further.flatMap((comments) => partsOf(comments, PART))
  return (
    <>
      {first.length > 0 && <FirstPage comments={first} known={known} {...forEach} />}
      {partsOf(parts, PARTS_TOGETHER).map((some, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place in the thread, whatever is said there
        <Group key={index} parts={some} stays={index === 0} {...forEach} />
      ))}
    </>
  )
}

type PageProps = ForEach & {
  comments: Part
  /** It was there before the screen was: somebody comes back to it, and may be far below. */
  known: boolean
}

const FirstPage = memo(({ comments, known, ...forEach }: PageProps) => {
  const { follow } = useNear<HTMLUListElement>({
    places: partPlaces,
    first: comments[0] ?? comments,
    fill: true,
    each: true,
  })
  return (
    <ul ref={follow} className={classNames(styles.first, known && styles.known)}>
      {comments.map((each) => (
        <CommentItem key={each._id} comment={each} {...forEach} />
      ))}
    </ul>
  )
}, showSame)

type GroupProps = ForEach & { parts: readonly Part[] }

const Group = memo(({ parts, stays, ...forEach }: GroupProps & { stays: boolean }) => {
  const { follow, filled } = useNear<HTMLDivElement>({
    places: groupPlaces,
    first: parts[0]?.[0] ?? parts,
    fill: stays || 'when near',
  })
  return (
    <div ref={follow} className={styles.together}>
      {filled && <Parts parts={parts} {...forEach} />}
    </div>
  )
}, showSame)

function Parts({ parts, ...forEach }: GroupProps) {
  const filled = useFilled(parts.length, FILLED_AT_ONCE)
  return parts.map((comments, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <FurtherPart key={index} comments={comments} fill={index < filled} {...forEach} />
  ))
}

const FurtherPart = memo(({ comments, fill, ...forEach }: ForEach & { comments: Part; fill: boolean }) => {
  const { follow, filled } = useNear<HTMLUListElement>({
    places: partPlaces,
    first: comments[0] ?? comments,
    fill,
  })
  return (
    <ul ref={follow} className={styles.further}>
      {filled && comments.map((each) => <CommentItem key={each._id} comment={each} {...forEach} />)}
    </ul>
  )
}, showSame)
