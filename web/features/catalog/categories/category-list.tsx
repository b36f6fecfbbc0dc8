import { type RefObject, useState } from 'react'
import type { Category } from '#contract/catalog/categories.ts'
import styles from './category-list.module.css'
import { CategoryRow } from './category-row.tsx'
import { DeleteCategory } from './delete-category.tsx'

interface CategoryListProps {
  categories: readonly Category[]
  /** Gets the focus when the focused row is deleted. */
  heading: RefObject<HTMLElement | null>
}

/** All categories with the number of their playlists. Each can be renamed inline and deleted. */
export function CategoryList({ categories, heading }: CategoryListProps) {
  const [toDelete, setToDelete] = useState<Category>()
  return (
    <>
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category._id}>
            <CategoryRow category={category} onDelete={() => setToDelete(category)} />
          </li>
        ))}
      </ul>
      {toDelete && (
        <DeleteCategory category={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
      )}
    </>
  )
}
