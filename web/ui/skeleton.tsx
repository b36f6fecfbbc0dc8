import { classNames } from './class-names.ts'
import { Grid } from './grid.tsx'
import styles from './skeleton.module.css'

type Count = { count: number }

const keys = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** One grey shape; its measures are in the style sheet, so that it has those of what will come. */
export function Bone({ shape }: { shape: string }) {
  return <span className={classNames(styles.bone, styles[shape])} />
}

function CardBones() {
  return (
    <div className={styles.card}>
      <div className={styles.media}>
        <Bone shape="thumb" />
      </div>
      <div className={styles.body}>
        <Bone shape="category" />
        <Bone shape="title" />
        <Bone shape="titleRest" />
        <div className={styles.foot}>
          <span className={styles.by}>
            <Bone shape="face" />
            <Bone shape="name" />
          </span>
          <Bone shape="link" />
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
          <Bone shape="thumb" />
          <Bone shape="caption" />
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
            <Bone shape="photo" />
            <Bone shape="name" />
          </span>
          <Bone shape="figures" />
          <Bone shape="button" />
        </li>
      ))}
    </Grid>
  )
}

/** Table rows to come, inside a `TableFrame`. */
export function RowSkeletons({ count }: Count) {
  return keys(count).map((key) => (
    <div key={key} className={styles.row}>
      <Bone shape="rowThumb" />
      <Bone shape="rowName" />
      <Bone shape="rowCell" />
      <Bone shape="rowBadge" />
    </div>
  ))
}

/** A heading and lines of text to come. */
export function LineSkeletons({ count }: Count) {
  return (
    <div className={styles.lines}>
      <Bone shape="heading" />
      {keys(count).map((key) => (
        <Bone key={key} shape={key === count - 1 ? 'lastLine' : 'line'} />
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
          <Bone shape="label" />
          <Bone shape="control" />
        </div>
      ))}
    </div>
  )
}

/** A large picture to come: a player, or a playlist's cover. */
export function PictureSkeleton() {
  return <Bone shape="picture" />
}
