import styles from './category-label.module.css'

/** The title of a category with its slanted swatch. */
export function CategoryLabel({ category }: { category: string }) {
  return (
    <span className={styles.label} data-category={category}>
      <span className={styles.swatch} />
      <bdi>{category}</bdi>
    </span>
  )
}
