"""Turns every refusal into an HTTP answer with a status, a stable code and a message."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from duskfall.errors import Refusal, Refused


class Problem(BaseModel):
    """The reason of a refusal."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    code: Refusal
    """Stable: programs may rely on it."""
    message: str
    """The reason and the cure, for people."""


_STATUS: Final = {
    Refusal.NO_SUCH: HTTPStatus.NOT_FOUND,
    Refusal.UNKNOWN_NAME: HTTPStatus.NOT_FOUND,
    Refusal.NO_SEAT: HTTPStatus.NOT_FOUND,
    Refusal.WRONG_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    Refusal.GAME_RUNNING: HTTPStatus.CONFLICT,
    Refusal.GAME_OVER: HTTPStatus.CONFLICT,
    Refusal.OTHER_RULES: HTTPStatus.CONFLICT,
    Refusal.INCONSISTENT: HTTPStatus.CONFLICT,
    Refusal.IMPOSSIBLE: HTTPStatus.CONFLICT,
    Refusal.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Refusal.TOO_SLOW: HTTPStatus.REQUEST_TIMEOUT,
}
"""All other refusals are answered with 422: the request itself is wrong."""

_MEANINGS: Final = {
    HTTPStatus.NOT_FOUND: "It does not exist.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address takes another method.",
    HTTPStatus.CONFLICT: "It exists, and is not available in its present state.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "A value is malformed or out of its bounds.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests; wait a second.",
}

_BOUNDS: Final = ("greater_than_equal", "less_than_equal", "string_too_long", "string_too_short")
"""Pydantic's types of errors for well-formed values that are out of bounds."""


def status_of(code: Refusal) -> HTTPStatus:
    """The HTTP status of a refusal.

    >>> status_of(Refusal.GAME_RUNNING), status_of(Refusal.OFF_MAP)
    (<HTTPStatus.CONFLICT: 409>, <HTTPStatus.UNPROCESSABLE_ENTITY: 422>)
    """
    return _STATUS.get(code, HTTPStatus.UNPROCESSABLE_ENTITY)


def refusals(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for OpenAPI; 422 and 429 are among those of every route."""
    every = {*statuses, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.TOO_MANY_REQUESTS}
    return {int(status): {"model": Problem, "description": _MEANINGS[status]} for status in sorted(every)}


def answer(refused: Refused) -> JSONResponse:
    """The response to a refusal."""
    problem = Problem(code=refused.code, message=str(refused))
    return JSONResponse(problem.model_dump(mode="json"), status_of(refused.code))


def _refused(request: Request, error: Exception) -> JSONResponse:
    del request
    assert isinstance(error, Refused)  # noqa: S101  # FastAPI calls it for registered errors only
    return answer(error)


def _malformed(request: Request, error: Exception) -> JSONResponse:
    del request
    assert isinstance(error, RequestValidationError)  # noqa: S101  # as above
    first = error.errors()[0]
    place = ".".join(str(part)[:40] for part in first["loc"][1:])
    code = Refusal.OUT_OF_RANGE if first["type"] in _BOUNDS else Refusal.MALFORMED
    return answer(Refused(code, place or "request", str(first["msg"])))


def _no_route(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101  # as above
    allowed = (error.headers or {}).get("Allow", "GET")
    known = {
        HTTPStatus.NOT_FOUND: Refused(Refusal.NO_SUCH, request.url.path[:200], "nothing has this address"),
        HTTPStatus.METHOD_NOT_ALLOWED: Refused(Refusal.WRONG_METHOD, request.method, f"this address takes {allowed}"),
    }
    refused = known.get(HTTPStatus(error.status_code), Refused(Refusal.MALFORMED, "request", str(error.detail)))
    response = answer(refused)
    response.headers.update(error.headers or {})
    return response


def _gone(request: Request, error: Exception) -> Response:
    """Answer a client who left before their request had come; nobody reads it."""
    del request, error
    return Response(status_code=HTTPStatus.BAD_REQUEST)


def install(api: FastAPI) -> None:
    """Install the handlers in an application."""
    api.add_exception_handler(Refused, _refused)
    api.add_exception_handler(RequestValidationError, _malformed)
    api.add_exception_handler(HTTPException, _no_route)
    api.add_exception_handler(ClientDisconnect, _gone)
