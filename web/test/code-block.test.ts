import { describe, expect, it } from "vitest";

import { runnable } from "../src/components/code-block";

describe("copying", () => {
  it("takes the commands of a screen, without prompts, remarks and answers", () => {
    const screen = "$ make play      # sets everything up\nDuskfall is at ...\n$ duskfall info --json";
    expect(runnable(screen, "console")).toBe("make play\nduskfall info --json");
  });

  it("takes all of anything else", () => {
    expect(runnable("$ is a sign\n# too", "sh")).toBe("$ is a sign\n# too");
  });
});
