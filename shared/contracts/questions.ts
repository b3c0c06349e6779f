// What an organiser asks of whoever joins, and what is answered. Both sides check answers by the same questions.
import * as z from 'zod/mini'
import { line, paragraphs } from './text.ts'

export const mostQuestions = 5
const mostChoices = 10

const choices = `Beri 2 hingga ${mostChoices} pilihan, satu setiap baris`

/** As it is shown. What it must obey when it is written may not hold any more: a name that was struck has another length. */
export const askedQuestions = z.array(
  z.object({ id: z.string(), text: z.string(), isRequired: z.boolean(), choices: z.array(z.string()) }),
)

const question = z.strictObject({
  /** Made by whoever writes it; answers are kept under it. */
  id: z.uuid(),
  text: line(200).check(z.minLength(1, 'Tulis soalan ini, atau buang')),
  isRequired: z.boolean(),
  /** What there is to choose from; none: it is answered in one's own words. */
  choices: z.array(line(100).check(z.minLength(1, choices))).check(
    z.refine(list => list.length !== 1 && list.length <= mostChoices, choices),
    z.refine(list => new Set(list).size === list.length, 'Pilihan yang sama ditulis dua kali'),
  ),
})
export type Question = z.output<typeof question>

export const questions = z.array(question).check(
  z.maxLength(mostQuestions, `Paling banyak ${mostQuestions} soalan`),
  z.refine(list => new Set(list.map(({ id }) => id)).size === list.length),
)

/** By the ids of their questions; what was not answered is not there. */
export const answers = z.record(z.string(), z.string())
export type Answers = z.infer<typeof answers>

export const answersGiven = z.record(z.uuid(), paragraphs(1000))
export const answersBody = z.strictObject({ answers: answersGiven })
export const joinBody = z.nullish(z.strictObject({ answers: z.optional(answersGiven) }))

function answerTo({ isRequired, choices: list }: Question) {
  const words =
    list.length > 0
      ? z.string().check(z.refine(text => text === '' || list.includes(text), 'Sila pilih satu'))
      : paragraphs(1000)
  return isRequired ? words.check(z.minLength(1, 'Sila jawab soalan ini')) : words
}

/** Every question by its id; one that is left empty is an empty text. */
export function answersTo(asked: Question[]) {
  return z.strictObject(Object.fromEntries(asked.map(one => [one.id, answerTo(one)])))
}
