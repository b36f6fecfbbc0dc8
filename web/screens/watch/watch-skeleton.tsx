import { classNames } from '#web/ui/class-names.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, PictureSkeleton, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import side from './watch-side.module.css'
import title from './watch-title.module.css'
import styles from './watch-video.module.css'

/** The boxes of the watch page while the course is on its way. */
export function WatchSkeleton() {
  return (
    <Loading what="video" title="Watch video">
      <div className={styles.watch}>
        <div className={styles.player}>
          <PictureSkeleton />
          <div className={styles.barSpace} />
        </div>
        <div className={classNames(styles.title, title.head)}>
          <div className={title.row}>
            <Skeleton shape="heading" />
            <Skeleton shape="titleActions" />
          </div>
        </div>
        <div className={classNames(side.side, styles.skeletonSide)}>
          <Skeleton shape="tabs" />
          <LineSkeletons count={6} />
        </div>
        <div className={styles.below}>
          <LineSkeletons count={3} />
        </div>
      </div>
    </Loading>
  )
}
