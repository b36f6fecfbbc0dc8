import { classNames } from './class-names.ts'
import { Grid } from './grid.tsx'
import styles from './skeleton.module.css'

type Count = { count: number }

const keys = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** One grey shape; its measures are in the style sheet, so that it has those of what will come. */
export function Skeleton({ shape }: { shape: string }) {
  return <span className={classNames(styles.bone, styles[shape])} />
}

function CardBones() {
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

/** Playlist cards to come. Inside `Loading`, as all of these. */
export function CardSkeletons({ count, columns }: Count & { columns?: 'auto' | 'three' }) {
  return (
    <Grid columns={columns}>
      {keys(count).map((key) => (
        <li key={key}>
          <CardBones />
        </li>
      ))}
    </Grid>
  )
}

/** Video cards to come. */
export function VideoSkeletons({ count }: Count) {
  return (
    <Grid dense>
      {keys(count).map((key) => (
        <li key={key}>
          <Skeleton shape="thumb" />
          <Skeleton shape="caption" />
        </li>
      ))}
    </Grid>
  )
}

/** Teacher and review cards to come. */
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

/** Table rows to come, inside a `TableFrame`. */
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

/** A heading and lines of text to come. */
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

/** A form to come: this many labelled fields in its card. */
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

/** A large picture to come: a player, or a playlist's cover. */
export function PictureSkeleton() {
  return <Skeleton shape="picture" />
}
