import { classNames } from '#web/ui/class-names.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import styles from './skeleton.module.css'

type Count = { count: number }

const keys = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** One grey shape. The style sheet gives it the size of the content that it replaces. */
export function Skeleton({ shape }: { shape: string }) {
  return <span className={classNames(styles.skeleton, styles[shape])} />
}

function CardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.media}>
        <Skeleton shape="thumb" />
      </div>
      <div className={styles.body}>
        <Skeleton shape="category" />
        <Skeleton shape="title" />
        <Skeleton shape="titleRest" />
        <div className={styles.foot}>
          <span className={styles.by}>
            <Skeleton shape="face" />
            <Skeleton shape="name" />
          </span>
          <Skeleton shape="link" />
        </div>
      </div>
    </div>
  )
}

/** Placeholders for playlist cards. Render all skeletons inside `Loading`. */
export function CardSkeletons({ count, columns }: Count & { columns?: 'auto' | 'three' }) {
  return (
    <Grid columns={columns}>
      {keys(count).map((key) => (
        <li key={key}>
          <CardSkeleton />
        </li>
      ))}
    </Grid>
  )
}

/** Placeholders for the videos of a playlist. */
export function VideoSkeletons({ count }: Count) {
  return (
    <div className={styles.videos}>
      {keys(count).map((key) => (
        <div key={key} className={styles.video}>
          <Skeleton shape="videoThumb" />
          <Skeleton shape="rowName" />
        </div>
      ))}
    </div>
  )
}

/** Placeholders for teacher and review cards. */
export function PersonSkeletons({ count, columns }: Count & { columns?: 'auto' | 'three' }) {
  return (
    <Grid columns={columns}>
      {keys(count).map((key) => (
        <li key={key} className={styles.person}>
          <span className={styles.by}>
            <Skeleton shape="photo" />
            <Skeleton shape="name" />
          </span>
          <Skeleton shape="figures" />
          <Skeleton shape="button" />
        </li>
      ))}
    </Grid>
  )
}

/** Placeholders for table rows, inside a `TableFrame`. */
export function RowSkeletons({ count }: Count) {
  return keys(count).map((key) => (
    <div key={key} className={styles.row}>
      <Skeleton shape="rowThumb" />
      <Skeleton shape="rowName" />
      <Skeleton shape="rowCell" />
      <Skeleton shape="rowBadge" />
    </div>
  ))
}

/** Placeholders for a heading and lines of text. */
export function LineSkeletons({ count }: Count) {
  return (
    <div className={styles.lines}>
      <Skeleton shape="heading" />
      {keys(count).map((key) => (
        <Skeleton key={key} shape={key === count - 1 ? 'lastLine' : 'line'} />
      ))}
    </div>
  )
}

/** A placeholder for a form: a card with this many labelled fields. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className={styles.form}>
      {keys(fields).map((key) => (
        <div key={key}>
          <Skeleton shape="label" />
          <Skeleton shape="control" />
        </div>
      ))}
    </div>
  )
}

/** A placeholder for a large picture: a player, or the cover of a playlist. */
export function PictureSkeleton() {
  return <Skeleton shape="picture" />
}
