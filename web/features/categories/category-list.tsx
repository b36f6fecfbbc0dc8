import { type RefObject, useState } from 'react'
import type { Category } from '#contract/categories.ts'
import styles from './category-list.module.css'
import { CategoryRow } from './category-row.tsx'
import { DeleteCategory } from './delete-category.tsx'

interface CategoryListProps {
  categories: readonly Category[]
  /** Takes the focus when the row that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Every category with how many playlists use it; each can be renamed in its place and deleted. */
export function CategoryList({ categories, heading }: CategoryListProps) {
  const [asked, setAsked] = useState<Category>()
  return (
    <>
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category._id}>
            <CategoryRow category={category} onDelete={() => setAsked(category)} />
          </li>
        ))}
      </ul>
      {asked && <DeleteCategory category={asked} heading={heading} onClose={() => setAsked(undefined)} />}
    </>
  )
}
