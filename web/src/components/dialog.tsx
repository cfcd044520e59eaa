/** Modal dialogs: one that shows anything, one that asks for a confirmation, one that asks for a line of text. */

import { type ComponentChildren, render } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { texts, useTexts } from "../language";

const TEXT = texts({ en: { cancel: "Cancel" }, de: { cancel: "Abbrechen" } });

interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
}

interface TextQuestion extends Question {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  /** What is wrong with an answer, or null. */
  readonly problem: (text: string) => Promise<string | null>;
}

/** Asks whether to go on; more may stand under the question. */
export async function confirm(question: Question, inside?: ComponentChildren): Promise<boolean> {
  return (await ask<true>((answer) => <Confirmation question={question} inside={inside} answer={answer} />)) === true;
}

/** Asks for a line of text; null when the player thought better of it. */
export function askText(question: TextQuestion): Promise<string | null> {
  return ask<string>((answer) => <TextPrompt question={question} answer={answer} />);
}

/** Shows a modal dialog until it gives an answer; null when it was closed without one. */
export function ask<Answer>(
  dialog: (answer: (value: Answer | null) => void) => ComponentChildren,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const place = document.createElement("div");
    document.body.append(place);
    const answer = (value: Answer | null) => {
      render(null, place);
      place.remove();
      resolve(value);
    };
    render(dialog(answer), place);
  });
}

/** A modal dialog with a title. Escape closes it; the focus goes back to where it was. */
export function Dialog(props: {
  readonly title: string;
  readonly close: () => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // A long dialog is read from its beginning, although its only button may be at the end.
    dialog.current?.scrollTo(0, 0);
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} class={`panel panel-bright ${props.class ?? ""}`} aria-labelledby={id} onClose={props.close}>
      <div class="grid gap-4 p-6">
        <h2 id={id} class="pixel pixel-2">
          {props.title}
        </h2>
        {props.children}
      </div>
    </dialog>
  );
}

function Confirmation(props: {
  readonly question: Question;
  readonly inside: ComponentChildren;
  readonly answer: (value: true | null) => void;
}) {
  const { question, inside, answer } = props;
  return (
    <Dialog title={question.title} close={() => answer(null)}>
      <p class="text-mist">{question.text}</p>
      {inside}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer(true);
        }}
      >
        <Buttons question={question} leave={() => answer(null)} />
      </form>
    </Dialog>
  );
}

function TextPrompt(props: { readonly question: TextQuestion; readonly answer: (value: string | null) => void }) {
  const { question, answer } = props;
  const [value, setValue] = useState(question.value);
  const [problem, setProblem] = useState("");
  const id = useId();
  const submit = async () => {
    const wrong = await question.problem(value.trim());
    if (wrong === null) answer(value.trim());
    else setProblem(wrong);
  };
  return (
    <Dialog title={question.title} close={() => answer(null)}>
      <p class="text-mist">{question.text}</p>
      <form
        class="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label for={`${id}-input`} class="font-semibold">
          {question.label}
        </label>
        <input
          class="field"
          id={`${id}-input`}
          value={value}
          maxLength={question.maxLength}
          autocomplete="nickname"
          aria-describedby={`${id}-problem`}
          autofocus
          onInput={(event) => setValue(event.currentTarget.value)}
        />
        <p id={`${id}-problem`} class="min-h-6 text-c-rose" role="alert">
          {problem}
        </p>
        <Buttons question={question} leave={() => answer(null)} />
      </form>
    </Dialog>
  );
}

/** The two buttons of a question, in its form. */
function Buttons({ question, leave }: { readonly question: Question; readonly leave: () => void }) {
  const text = useTexts(TEXT);
  return (
    <div class="mt-3 flex flex-wrap justify-end gap-3">
      <button class="btn" type="button" onClick={leave}>
        {question.cancelLabel ?? text.cancel}
      </button>
      <button class={`btn ${question.danger ? "btn-danger" : "btn-main"}`} type="submit" autofocus={!question.danger}>
        {question.confirmLabel}
      </button>
    </div>
  );
}
