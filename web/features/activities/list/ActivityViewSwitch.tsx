import { Box, UnstyledButton } from '@mantine/core'
import { IconCalendarMonth, IconLayoutGrid, IconListDetails } from '@tabler/icons-react'
import { viewText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { viewChoices } from '#web/features/activities/activities.search.ts'

type View = (typeof viewChoices)[number]
const icons = { cards: IconLayoutGrid, calendar: IconCalendarMonth, agenda: IconListDetails }

/** Switches the activities page between cards, calendar and agenda. */
export function ActivityViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <Box role="group" aria-label={text.label} p={3} bdrs={12} bg="var(--line)" className={styles.views}>
      {viewChoices.map(choice => {
        const Icon = icons[choice]
        return (
          <UnstyledButton
            key={choice}
            style={{ overflowWrap: 'anywhere' }}
            className={styles.view}
            aria-pressed={choice === view}
            onClick={() => onView(choice)}
          >
            <Icon size={18} aria-hidden /> {text[choice]}
          </UnstyledButton>
        )
      })}
    </Box>
  )
}
