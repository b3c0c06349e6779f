import type { Answers, Question } from '#shared/contracts/activities/questions.schemas.ts'
import { pageText } from '#web/features/activities/activities.text.ts'
import styles from '#web/features/activities/Questions.module.css'

/** Lists a participant's answers, each with its question. */
export function ParticipantAnswers({ questions, answers }: { questions: Question[]; answers: Answers }) {
  const answered = questions.filter(({ id }) => answers[id])
  if (answered.length === 0) return pageText.none
  return (
    <dl className={styles.answers}>
      {answered.map(({ id, text }) => (
        <div key={id}>
          <dt>{text}</dt>
          <dd>{answers[id]}</dd>
        </div>
      ))}
    </dl>
  )
}
