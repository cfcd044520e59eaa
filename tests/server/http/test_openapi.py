"""Every route answers as the OpenAPI document says, to all requests that schemathesis generates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.counts import share
from tests.server.http.conftest import Site

UNFIT = [positive_data_acceptance]
"""A running match, or rooms too large for their map, are refused although each value alone is valid."""


@pytest.fixture(scope="session")
def document(site: Site) -> Any:
    return schemathesis.openapi.from_url(f"{site.server.address}/api/openapi.json")


def operations(document: Any) -> Iterator[Any]:
    return (found.ok() for found in document.get_all_operations())


def hold_to_document(operation: Any, mode: GenerationMode, match: str | None = None) -> None:
    """Try a route many times and compare each answer with the document."""

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=share(300 if match is None else 100), deadline=None, suppress_health_check=list(HealthCheck))
    def try_out(case: Any) -> None:
        if match is not None:
            case.path_parameters["id"] = match
        case.call_and_validate(excluded_checks=UNFIT)

    try_out()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_answer_is_as_documented_and_none_is_a_server_error(document: Any, mode: GenerationMode) -> None:
    tried = 0
    for operation in operations(document):
        if mode is GenerationMode.POSITIVE or list(operation.iter_parameters()):
            hold_to_document(operation, mode)
            tried += 1
    assert tried >= 10


def test_every_answer_about_a_match_is_as_documented(document: Any, site: Site) -> None:
    about_matches = [operation for operation in operations(document) if "{id}" in operation.path]
    assert len(about_matches) == 7
    for operation in about_matches:
        for name in (site.fog, site.welten, site.abandoned, site.running):
            hold_to_document(operation, GenerationMode.POSITIVE, name)


def test_the_document_names_the_refusals_of_every_route(document: Any) -> None:
    for operation in operations(document):
        if operation.path.startswith("/api"):
            assert {"200", "422", "429"} <= set(operation.definition.raw["responses"])
