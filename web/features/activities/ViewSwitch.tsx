import { UnstyledButton } from '@mantine/core'
import { IconCalendarMonth, IconLayoutGrid, IconListDetails } from '@tabler/icons-react'
import styles from './Activities.module.css'
import { views } from './activities.search.ts'
import { viewText as text } from './activities.text.ts'

type View = (typeof views)[number]
const icons = { cards: IconLayoutGrid, calendar: IconCalendarMonth, agenda: IconListDetails }

/** Three ways to look at the same. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div role="group" aria-label={text.label} className={styles.views}>
      {views.map(one => {
        const Icon = icons[one]
        return (
          <UnstyledButton
            key={one}
            className={styles.view}
            aria-pressed={one === view}
            onClick={() => onView(one)}
          >
            <Icon size={18} aria-hidden /> {text[one]}
          </UnstyledButton>
        )
      })}
    </div>
  )
}
