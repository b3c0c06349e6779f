import { Flex, UnstyledButton } from '@mantine/core'
import { activityTimes } from '#shared/constants.ts'
import { viewText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'

type Time = (typeof activityTimes)[number]

/** Tabs that switch the activities page between upcoming and past activities. */
export function UpcomingOrPastTabs({ time, onTime }: { time: Time; onTime: (time: Time) => void }) {
  return (
    <Flex role="group" aria-label={text.times} gap={{ base: 12, sm: 20 }} className={styles.times}>
      {activityTimes.map(choice => (
        <UnstyledButton
          key={choice}
          miw={44}
          ta="center"
          className={styles.time}
          aria-pressed={choice === time}
          onClick={() => onTime(choice)}
        >
          {text[choice]}
        </UnstyledButton>
      ))}
    </Flex>
  )
}
