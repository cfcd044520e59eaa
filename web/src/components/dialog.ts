/** Modal dialogs that ask for a confirmation or a line of text. */

import { h, setText } from "../dom";

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button that goes on is called. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** And the one that does not. */
  readonly cancelLabel?: string;
}

interface TextQuestion extends Question {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  /** What is wrong with an answer, or null. */
  readonly problem: (text: string) => string | null;
}

/** Ask whether to go on; more may stand under the question. */
export function confirm(question: Question, ...inside: readonly HTMLElement[]): Promise<boolean> {
  return open(question, inside).then((answer) => answer !== null);
}

/** Ask for a line of text; null when it was thought better of. */
export async function ask(question: TextQuestion): Promise<string | null> {
  const wrong = h("p", { id: "ask-wrong", class: "text-c-rose min-h-6", role: "alert" });
  const input = h("input", {
    class: "field",
    id: "ask",
    value: question.value,
    maxlength: question.maxLength,
    autocomplete: "nickname",
    "aria-describedby": "ask-wrong",
    autofocus: true,
  });
  const judge = () => {
    const problem = question.problem(input.value.trim());
    setText(wrong, problem ?? "");
    return problem === null;
  };
  const answer = await open(
    question,
    [h("label", { for: "ask", class: "font-semibold" }, question.label), input, wrong],
    judge,
  );
  return answer === null ? null : input.value.trim();
}

function open(
  question: Question,
  inside: readonly HTMLElement[],
  judge: () => boolean = () => true,
): Promise<string | null> {
  return new Promise((resolve) => {
    const form = h(
      "form",
      { class: "grid gap-3 p-6", method: "dialog" },
      h("h2", { class: "pixel pixel-2", id: "dialog-title" }, question.title),
      h("p", { class: "text-mist" }, question.text),
      ...inside,
      h(
        "div",
        { class: "mt-3 flex flex-wrap justify-end gap-3" },
        h(
          "button",
          { class: "btn", type: "button", onclick: () => dialog.close() },
          question.cancelLabel ?? "Leave it",
        ),
        h(
          "button",
          { class: `btn ${question.danger ? "btn-danger" : "btn-main"}`, value: "go", autofocus: !question.danger },
          question.confirmLabel,
        ),
      ),
    );
    const dialog = h("dialog", { class: "panel panel-bright", "aria-labelledby": "dialog-title" }, form);
    form.addEventListener("submit", (event) => {
      if (!judge()) event.preventDefault();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "go" ? "go" : null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
