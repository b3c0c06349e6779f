import { UnstyledButton } from '@mantine/core'
import { activityTimes } from '#shared/constants.ts'
import styles from './Activities.module.css'
import { viewText as text } from './activities.text.ts'

type Time = (typeof activityTimes)[number]

/** What is to come, and what was. */
export function TimeTabs({ time, onTime }: { time: Time; onTime: (time: Time) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div role="group" aria-label={text.times} className={styles.times}>
      {activityTimes.map(one => (
        <UnstyledButton
          key={one}
          className={styles.time}
          aria-pressed={one === time}
          onClick={() => onTime(one)}
        >
          {text[one]}
        </UnstyledButton>
      ))}
    </div>
  )
}
