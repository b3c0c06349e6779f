import { Box, UnstyledButton } from '@mantine/core'
import { IconCalendarMonth, IconLayoutGrid, IconListDetails } from '@tabler/icons-react'
import { viewText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { viewChoices } from '#web/features/activities/activities.search.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'

type View = (typeof viewChoices)[number]
const icons = { cards: IconLayoutGrid, calendar: IconCalendarMonth, agenda: IconListDetails }

/** Switches the activities page between cards, calendar and agenda. Narrow windows show only the icons. */
export function ActivityViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const isNarrow = useIsNarrow()
  return (
    <Box
      role="group"
      aria-label={text.label}
      bd="1px solid var(--line)"
      bdrs={12}
      bg="var(--mantine-color-body)"
      className={styles.views}
    >
      {viewChoices.map(choice => {
        const Icon = icons[choice]
        return (
          <UnstyledButton
            key={choice}
            className={styles.view}
            aria-label={isNarrow ? text[choice] : undefined}
            aria-pressed={choice === view}
            onClick={() => onView(choice)}
          >
            <Icon size={18} aria-hidden /> {!isNarrow && text[choice]}
          </UnstyledButton>
        )
      })}
    </Box>
  )
}
